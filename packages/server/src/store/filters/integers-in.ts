/** Which integers does a filter match? For indexes that are searched value by value. */
import type { IntegerFilterValue, NullableIntegerFilterValue } from "@posthorn/contract/lists";

function isMeant(filter: IntegerFilterValue, value: number): boolean {
  if (typeof filter === "number") return value === filter;
  if (Array.isArray(filter)) return filter.includes(value);
  const { gt, gte, le, lt, lte, contains } = filter;
  return (
    filter.any !== false &&
    (gt === undefined || value > gt) &&
    (gte === undefined || value >= gte) &&
    (le === undefined || value < le) &&
    (lt === undefined || value < lt) &&
    (lte === undefined || value <= lte) &&
    (contains === undefined || String(value).includes(String(contains)))
  );
}

/**
 * Returns null when the filter is absent, has no bounds, or asks for rows without a value: no
 * list of values says that.
 */
export function integersIn(
  filter: NullableIntegerFilterValue | undefined,
  { from, to }: { from: number; to: number },
): number[] | null {
  if (filter === undefined || filter === null) return null;
  if (typeof filter === "object" && !Array.isArray(filter)) {
    const { any, gt, gte, le, lt, lte, contains } = filter;
    const bounds = [gt, gte, le, lt, lte, contains];
    if (any === false || bounds.every((bound) => bound === undefined)) return null;
  }
  const values: number[] = [];
  for (let value = from; value <= to; value++) if (isMeant(filter, value)) values.push(value);
  return values;
}
