/**
 * Which fields does a form carry?
 *
 * The view of an `application/x-www-form-urlencoded` body: each name as it was written, with its value, or
 * with the list of its values where it came more than once. Brackets in names mean nothing here, because
 * those who sign or filter forms name the fields as they were sent.
 */

/** What comes after so many fields is not shown. */
const MOST_FIELDS = 1_000;

export type FormFields = Record<string, string | string[]>;

/** Never throws: what cannot be decoded is shown as it stands. */
export function formFields(text: string): FormFields {
  const values = new Map<string, string | string[]>();
  // In front of the first field, an ampersand is nothing, but a question mark would be taken for no part of it.
  for (const [name, value] of new URLSearchParams(`&${firstFields(text)}`)) {
    const before = values.get(name);
    if (before === undefined) values.set(name, value);
    else if (Array.isArray(before)) before.push(value);
    else values.set(name, [before, value]);
  }
  // Unlike assignment, this makes a plain property even of `__proto__`.
  return Object.fromEntries(values);
}

function firstFields(text: string): string {
  let end = -1;
  for (let field = 0; field < MOST_FIELDS; field++) {
    end = text.indexOf("&", end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}
