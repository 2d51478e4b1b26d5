/** Where are the rows that a bulk operation acts on? Pure. */
import type { BatchOperation } from "@posthorn/contract/bulk";
import { stringifySearch } from "@posthorn/contract/search-codec";

/** The list with what an operation acts on: by its id if rows keep it, else by its query. */
export function rowsAddress({
  id,
  type,
  query,
}: Pick<BatchOperation, "id" | "type" | "query">): `/${string}` {
  if (type === "events.retry") return `/events${stringifySearch({ bulk_retry_id: id })}`;
  if (type !== "events.cancel") return `/requests${stringifySearch({ bulk_retry_id: id })}`;
  const { created_at, ...filters } = query;
  return `/events${stringifySearch({ ...filters, ...dateOf(created_at) })}`;
}

/** The lists call their date filter `date`, with `min` and `max`. */
function dateOf(created_at: unknown): { date?: { min?: string; max?: string } } {
  const { min, max } = boundsOf(created_at);
  if (min === undefined && max === undefined) return {};
  return { date: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) } };
}

export function boundsOf(range: unknown): { min: string | undefined; max: string | undefined } {
  const part = (...names: string[]): string | undefined => {
    for (const name of names) {
      const value: unknown =
        typeof range === "object" && range !== null ? Reflect.get(range, name) : undefined;
      if (typeof value === "string" || typeof value === "number") return String(value);
    }
    return undefined;
  };
  return { min: part("gte", "gt"), max: part("lte", "lt", "le") };
}
