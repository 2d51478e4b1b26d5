/**
 * How does nested state go into a query string and back?
 *
 * `webhook_id[0]=web_1&date[min]=…` is the form of our URLs and of the public API's lists. Every value is text here;
 * a schema decides later which ones are numbers. The parser understands `a=1`, `a[]=1` and `a[0]=1`, percent-encoded
 * or not. It drops names that cannot be ours (`__proto__`, unbalanced brackets, too deep) without an error.
 */

export type SearchValue = string | SearchValue[] | { [name: string]: SearchValue };
export type Search = { [name: string]: SearchValue };

/** Our own filters have at most three levels. A deeper name can only be an attack on the recursion. */
const DEEPEST = 6;
const NAME = /^[^[\]]+(?:\[[^[\]]*\])*$/;
const REFUSED = new Set(["__proto__", "constructor", "prototype"]);

/** `date[min]` → `["date", "min"]`; null when the name is not one of ours. */
function pathOf(name: string): string[] | null {
  if (!NAME.test(name)) return null;
  const path = name.replaceAll("]", "").split("[");
  return path.length > DEEPEST || path.some((part) => REFUSED.has(part)) ? null : path;
}

/** While parsing, a list is an object with numbers for names, so that `a[7]` may come before `a[0]`. */
type Branch = { [name: string]: string | Branch };

/** Puts one value in its place. If two names disagree about the shape (`a=1&a[b]=2`), the first one wins. */
function place(root: Branch, path: string[], value: string): void {
  let at = root;
  for (const [depth, part] of path.entries()) {
    const name = part === "" ? String(Object.keys(at).length) : part;
    const there = Object.hasOwn(at, name) ? at[name] : undefined;
    if (depth < path.length - 1) {
      if (typeof there === "string") return;
      at = at[name] = there ?? {};
    } else if (there === undefined) at[name] = value;
    else if (typeof there === "string") at[name] = { 0: there, 1: value };
    else if (depth === 0 && isList(there)) there[String(Object.keys(there).length)] = value;
  }
}

function isList(branch: Branch): boolean {
  return Object.keys(branch).every((name) => /^\d+$/.test(name));
}

/** JavaScript lists number names in rising order, so gaps close by themselves. */
function settle(branch: Branch): SearchValue {
  if (isList(branch))
    return Object.values(branch).map((item) => (typeof item === "string" ? item : settle(item)));
  return settleNames(branch);
}

function settleNames(branch: Branch): Search {
  return Object.fromEntries(
    Object.entries(branch).map(([name, item]) => [name, typeof item === "string" ? item : settle(item)]),
  );
}

export function parseSearch(text: string): Search {
  const root: Branch = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name);
    if (path) place(root, path, value);
  }
  return settleNames(root);
}

function appendPairs(pairs: string[], name: string, value: unknown): void {
  if (value instanceof Date) pairs.push(`${name}=${encodeURIComponent(value.toISOString())}`);
  else if (typeof value === "object" && value !== null) {
    // An array's entries are its indexes: `webhook_id[0]`.
    for (const [part, item] of Object.entries(value))
      appendPairs(pairs, `${name}[${encodeURIComponent(part)}]`, item);
  } else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    pairs.push(`${name}=${encodeURIComponent(value)}`);
  }
}

/** Returns the text with its leading `?`, or an empty text. Leaves out undefined, null and empty lists. */
export function stringifySearch(search: object): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(search)) appendPairs(pairs, encodeURIComponent(name), value);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
