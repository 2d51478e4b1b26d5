/**
 * How does a version filter by a value that it shows under another name?
 *
 * Where two canonical values are shown as one, a filter for that one finds both. The query that a bulk operation shows is
 * translated back to what the caller sent.
 */
import { BatchOperation } from "@posthorn/contract/bulk";
import { enumFilter } from "@posthorn/contract/lists";
import * as z from "zod/mini";
import type { Change, Fields, Schema } from "./difference.ts";
import { withFields } from "./fields.ts";

/** Replaces one value or each of several, without duplicates. */
function eachReplaced(value: unknown, replaced: (one: string) => readonly string[]): unknown {
  const asked = (Array.isArray(value) ? value : [value]).map(String);
  const all = [...new Set(asked.flatMap(replaced))];
  return all.length === 1 ? all[0] : all;
}

export interface ChangedFilter {
  /** All queries that have the field: of lists, and of bulk operations. */
  queries: readonly Schema[];
  field: string;
  /** The values that this version knows. */
  shown: readonly string[];
  receive: (here: string) => readonly string[];
  answer: (canonical: string) => string;
}

export function changedFilter({ queries, field, shown, receive, answer }: ChangedFilter): Change[] {
  return [
    ...queries.map((of): Change => ({
      of,
      shape: (before) => withFields(before, { [field]: z.optional(enumFilter(shown)) }),
      receive: (query) =>
        query[field] === undefined ? query : { ...query, [field]: eachReplaced(query[field], receive) },
    })),
    {
      of: BatchOperation,
      answer(operation) {
        const query = operation["query"] as Fields; // the contract's reply shape
        if (query[field] === undefined) return operation;
        const value = eachReplaced(query[field], (one) => [answer(one)]);
        return { ...operation, query: { ...query, [field]: value } };
      },
    },
  ];
}
