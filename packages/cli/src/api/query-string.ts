/**
 * How is a query written into an address?
 *
 * As the API reads it: a list is the name repeated, an object is `name[key]=value`. What is undefined is left out.
 */

export function queryString(query: unknown): string {
  if (typeof query !== "object" || query === null) return "";
  const pairs = Object.entries(query).flatMap(([name, value]) => pairsOf(name, value));
  const text = pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  return text === "" ? "" : `?${text}`;
}

function pairsOf(name: string, value: unknown): [string, string][] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => pairsOf(name, one));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, one]) => pairsOf(`${name}[${key}]`, one));
  return [[name, scalarText(value)]];
}

/** Queries of the contract have no other values. */
function scalarText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
