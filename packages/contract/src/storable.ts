/**
 * Can the database store this value? Queries of bulk operations and filters of saved views are stored as `jsonb`, which
 * can hold neither half a surrogate pair nor a null character.
 */
import * as z from "zod/mini";

function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\u0000");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner));
}

export function storable<Schema extends z.ZodMiniType>(schema: Schema) {
  return schema.check(z.refine(isStorable, "must be Unicode text without null characters"));
}
