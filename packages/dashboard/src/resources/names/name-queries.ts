/** Is a name taken already? Forms ask while a person types. A connection's name is unique within its source. */
import { isNameUsed } from "@posthorn/contract/dashboard-api";
import type { QueryOf } from "@posthorn/contract/endpoint";
import { queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "../api/call.ts";

/** A person who returns to a name they just typed causes no second call. */
const FRESH_MS = 30_000;

export type NameQuestion = QueryOf<typeof isNameUsed>;

/** Null asks nothing. */
export function nameIsUsedQuery(question: NameQuestion | null) {
  return queryOptions({
    queryKey: ["names", question],
    queryFn: question === null ? skipToken : ({ signal }) => call(isNameUsed, { query: question, signal }),
    staleTime: FRESH_MS,
  });
}
