/**
 * Which fields does a form carry?
 *
 * The view of an `application/x-www-form-urlencoded` body: each name as it was sent, with its value, or
 * with the list of its values if it came more than once. Brackets in names have no meaning here, because
 * code that signs or filters forms names the fields as they were sent.
 */

/** Fields beyond this number are not shown. */
const MOST_FIELDS = 1_000;

export type FormFields = Record<string, string | string[]>;

/** Never throws: text that cannot be decoded is shown as it is. */
export function formFields(text: string): FormFields {
  const values = new Map<string, string | string[]>();
  // URLSearchParams ignores a leading ampersand, but would drop a question mark that belongs to the first field.
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
