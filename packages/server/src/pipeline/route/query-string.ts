/**
 * What does a query string ask?
 *
 * Shipped clients write lists in four ways (`k=a&k=b`, `k[]=a`, `k[0]=a`, `k=a,b`) and operators as
 * `k[gte]=a`, percent-encoded or not. All of them end up as plain nested objects of text; the contract's
 * schemas say what the text means. The same reader makes the `parsed_query` view of what senders sent.
 */
import qs from "qs";

const LIMITS = { arrayLimit: 1000, parameterLimit: 1000, depth: 5 } as const;

export type QueryValue = string | QueryValue[] | { [name: string]: QueryValue };

/** Never throws. Names such as `__proto__` are dropped, what is past the limits is left out. */
export function parseQueryString(text: string): Record<string, QueryValue> {
  // qs types its values as possibly undefined, which only `allowSparse` and `strictNullHandling` yield.
  return qs.parse(text, { ...LIMITS, allowPrototypes: false, ignoreQueryPrefix: true }) as Record<
    string,
    QueryValue
  >;
}

/** The text of which `parseQueryString` makes the same again, for everything that it can give. */
export function queryString(values: Readonly<Record<string, unknown>>): string {
  return qs.stringify(values);
}

/** PostgreSQL's text cannot hold it, and no value of ours contains it. */
export function hasNullCharacter(text: string): boolean {
  return text.includes("%00") || text.includes("\u0000");
}
