/** Is a name taken already? Asked while somebody types one; a connection's name is unique within its source. */
import { isNameUsed } from "@posthorn/contract/dashboard-api";
import type { QueryOf } from "@posthorn/contract/endpoint";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";

/** Typing back to a name that was asked for a moment ago needs no second question. */
const FRESH_MS = 30_000;

export type NameQuestion = QueryOf<typeof isNameUsed>;

export function nameIsUsedQuery(question: NameQuestion) {
  return queryOptions({
    queryKey: ["names", question],
    queryFn: ({ signal }) => call(isNameUsed, { query: question, signal }),
    staleTime: FRESH_MS,
  });
}
