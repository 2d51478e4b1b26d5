/**
 * What does a query string say?
 *
 * Published clients write lists in four ways (`k=a&k=b`, `k[]=a`, `k[0]=a`, `k=a,b`) and operators as `k[gte]=a`,
 * percent-encoded or not. All of them become plain nested objects of text; the contract's schemas interpret the
 * text. The same parser builds the `parsed_query` view of received requests.
 */
import qs from "qs";

const LIMITS = { arrayLimit: 1000, parameterLimit: 1000, depth: 5 } as const;

export type QueryValue = string | QueryValue[] | { [name: string]: QueryValue };

/** Never throws. Names such as `__proto__` are dropped, and so is everything beyond the limits. */
export function parseQueryString(text: string): Record<string, QueryValue> {
  // qs types its values as possibly undefined, which only `allowSparse` and `strictNullHandling` produce.
  return qs.parse(text, { ...LIMITS, allowPrototypes: false, ignoreQueryPrefix: true }) as Record<
    string,
    QueryValue
  >;
}

/** Writes a text that `parseQueryString` parses back to the same values, for all values it can return. */
export function queryString(values: Readonly<Record<string, unknown>>): string {
  return qs.stringify(values);
}

/** PostgreSQL's text cannot hold a null character, and no value of ours contains one. */
export function hasNullCharacter(text: string): boolean {
  return text.includes("%00") || text.includes("\u0000");
}
