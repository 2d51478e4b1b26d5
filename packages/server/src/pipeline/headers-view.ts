/** Headers as an object: names in lower case, without the order of the list. */

/** Values of a name that came several times are joined, as HTTP allows. */
export function headersView(list: readonly string[]): Record<string, string> {
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < list.length; at += 2) {
    const name = (list[at] ?? "").toLowerCase();
    const before = values.get(name);
    const value = list[at + 1] ?? "";
    values.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  // Unlike assignment, this makes a plain property even of `__proto__`.
  return Object.fromEntries(values);
}
