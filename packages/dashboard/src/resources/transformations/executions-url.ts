/**
 * What does the address of a list of executions carry? Filters, the page, the selected execution and its tab.
 *
 * The page of executions and the editor's window share it.
 */
import { LOG_LEVELS } from "@posthorn/contract/causes";
import { idOf, pageCursor } from "../../ui/list/list-url.ts";
import { fields, listOf, oneOf, type Read } from "../../ui/read.ts";
import { coveredDates } from "../list-filters/date-ranges.ts";
import { dateSearch } from "../list-filters/date-search.ts";
import type { ExecutionFilters, ListedExecutions } from "./execution-queries.ts";

export const TRANSFORM_TABS = ["input", "output", "diff"] as const;
export type TransformTab = (typeof TRANSFORM_TABS)[number];

export const ExecutionsSearch = fields({
  webhook_id: listOf(idOf("web_")),
  log_level: listOf(oneOf(LOG_LEVELS)),
  date: dateSearch(),
  selected_execution_id: idOf("exe_"),
  transform_tab: oneOf(TRANSFORM_TABS),
  ...pageCursor(),
});
export type ExecutionsSearch = Read<typeof ExecutionsSearch>;

/** The filters that the person chose. */
export function executionFiltersOf({ webhook_id, log_level, date }: ExecutionsSearch): ExecutionFilters {
  return { webhook_id, log_level, date };
}

/** What the list asks for. It always covers certain dates. */
export function listedExecutions(search: ExecutionsSearch): ListedExecutions {
  return { ...executionFiltersOf(search), date: coveredDates(search.date) };
}

/** The same list without filters, at its first page. What is selected stays. */
export function withoutFilters({ selected_execution_id, transform_tab }: ExecutionsSearch): ExecutionsSearch {
  return { ...ExecutionsSearch.parse({}), selected_execution_id, transform_tab };
}
