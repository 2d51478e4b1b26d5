/** Which queries read the executions of a transformation? An execution never changes, so one that was read stays fresh. */
import type { LogLevel } from "@posthorn/contract/causes";
import { getExecution, listExecutions } from "@posthorn/contract/transformations";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { PageCursor } from "../../ui/list/list-url.ts";
import { call } from "../api/call.ts";
import { createdAtFilter, type DateChoice } from "../list-filters/date-ranges.ts";

/** How many executions one page shows. */
const PAGE_EXECUTIONS = 50;
/** How many of the newest requests or executions a person can choose as input. */
export const INPUT_CHOICES = 5;

export interface ExecutionFilters {
  webhook_id?: string[] | undefined;
  log_level?: LogLevel[] | undefined;
  issue_id?: string[] | undefined;
  date?: DateChoice | undefined;
}

/** The filters of a list with its bars, which cover the same dates. */
export interface ListedExecutions extends ExecutionFilters {
  date: DateChoice;
}

export function executionsQuery(
  id: string,
  filters: ExecutionFilters,
  { next, prev }: PageCursor,
  limit = PAGE_EXECUTIONS,
) {
  return queryOptions({
    queryKey: ["transformations", "executions", id, filters, next ?? null, prev ?? null, limit],
    queryFn: ({ signal }) => {
      const { date, ...asIs } = filters;
      const asked = { ...asIs, created_at: createdAtFilter(date, new Date()), next, prev, limit };
      // The API's fields are optional but may not be undefined, so leave out those without a value.
      const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
      return call(listExecutions, { params: { id }, query, signal });
    },
    placeholderData: keepPreviousData,
  });
}

/** Whether the code has ever run. If the server cannot say so quickly, it may have. */
export function anyExecutionQuery(id: string) {
  return queryOptions({
    queryKey: ["transformations", "any-execution", id],
    queryFn: async ({ signal }) => {
      const { models, pagination } = await call(listExecutions, {
        params: { id },
        query: { limit: 1 },
        signal,
      });
      return models.length > 0 || pagination.next !== undefined;
    },
  });
}

export function executionQuery(id: string, execution_id: string) {
  return queryOptions({
    queryKey: ["transformations", "execution", id, execution_id],
    queryFn: ({ signal }) => call(getExecution, { params: { id, execution_id }, signal }),
    staleTime: Infinity,
  });
}
