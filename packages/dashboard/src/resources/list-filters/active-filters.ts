/** Which filters narrow a list? One without a value, or whose parts all have none, narrows nothing. */

export function isActive(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value !== undefined && value !== null;
  return Object.values(value).some((part) => part !== undefined);
}

export function hasActive(filters: object): boolean {
  return Object.values(filters).some(isActive);
}

/** Filters that look into requests. No count can answer them, so there is no histogram. */
const REQUEST_VALUES = ["search_term", "headers", "body", "path", "parsed_query"] as const;
export type RequestValueFilters = { [name in (typeof REQUEST_VALUES)[number]]?: string | undefined };

export function looksIntoRequests(filters: RequestValueFilters): boolean {
  return REQUEST_VALUES.some((name) => filters[name] !== undefined);
}

/** A query of the API has no fields without a value. */
export function withoutUndefined<Query extends object>(query: Query): { [name: string]: unknown } {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}
