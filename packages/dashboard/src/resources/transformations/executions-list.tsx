/**
 * The executions of a transformation with their filters, in every state of a list. The caller keeps filters, page and
 * selection: the page in its address, the editor's window in its state.
 */
import type { Connection } from "@posthorn/contract/connections";
import { LOG_LEVELS } from "@posthorn/contract/causes";
import { stringifySearch } from "@posthorn/contract/search-codec";
import type { Execution } from "@posthorn/contract/transformations";
import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { boundedText, countText, pageText } from "../../ui/count.ts";
import { QuietListDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListChip } from "../../ui/list/chip.tsx";
import { FiltersBar } from "../../ui/list/filters-bar.tsx";
import { ListRows } from "../../ui/list/list-rows.tsx";
import { ListStates } from "../../ui/list/list-states.tsx";
import { isFirstPage, withChange } from "../../ui/list/list-url.ts";
import { MatchCount } from "../../ui/list/match-count.tsx";
import { Pagination } from "../../ui/list/pagination.tsx";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { usePages } from "../../ui/list/use-pages.ts";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { ownUrl } from "../base-path.ts";
import { useConnectionName } from "../connections/connection-link.tsx";
import { routeWithName } from "../connections/route-words.ts";
import { hasActive, isActive } from "../list-filters/active-filters.ts";
import { DateFilterChip } from "../list-filters/date-filter-chip.tsx";
import type { DateChoice } from "../list-filters/date-ranges.ts";
import { EndOfDates } from "../list-filters/end-of-dates.tsx";
import { NoneInDates } from "../list-filters/none-in-dates.tsx";
import { histogramQuery, sumOfBars } from "../metrics/histogram/histogram-query.ts";
import { TrafficHistogram } from "../metrics/histogram/traffic-histogram.tsx";
import { NamesPickChip } from "../pickers/names-pick-chip.tsx";
import { useSession } from "../session/use-session.ts";
import { anyExecutionQuery, executionsQuery, type ExecutionFilters } from "./execution-queries.ts";
import {
  executionFiltersOf,
  listedExecutions,
  withoutFilters,
  type ExecutionsSearch,
} from "./executions-url.ts";
import { LOG_LEVEL_LABELS, LogLevelBadge } from "./log-level-badge.tsx";
import { connectionsWithQuery } from "./transformation-queries.ts";

const LEVEL_CHOICES = LOG_LEVELS.map((value) => ({ value, label: LOG_LEVEL_LABELS[value] }));

export type OnSearch = (search: ExecutionsSearch, how: "push" | "replace") => void;

export function useExecutions(
  transformationId: string,
  search: ExecutionsSearch,
  onSearch: OnSearch,
  boxRef: RefObject<HTMLElement | null>,
) {
  const asked = listedExecutions(search);
  const list = useQuery(executionsQuery(transformationId, asked, search));
  const { date, ...filters } = asked;
  const bars = {
    kind: "executions",
    filters: { transformation_id: transformationId, ...filters },
    date,
  } as const;
  const counted = useQuery(histogramQuery(bars.kind, bars.filters, bars.date));
  const sum = sumOfBars(counted.isPlaceholderData ? undefined : counted.data);
  const isFiltered = hasActive(executionFiltersOf(search));
  const isEmpty = list.data?.models.length === 0 && !isFiltered && isFirstPage(search);
  const any = useQuery({ ...anyExecutionQuery(transformationId), enabled: isEmpty });
  const connections = useQuery(connectionsWithQuery(transformationId));
  const pagination = list.isPlaceholderData ? undefined : list.data?.pagination;
  const pages = usePages({ search, onSearch, pagination, boxRef });
  const connectionOf = (id: string) => connections.data?.models.find((connection) => connection.id === id);
  return {
    list,
    /** Undefined until they are there, and until it is known whether an empty list means that the code never ran. */
    rows: isEmpty && any.data === undefined ? undefined : list.data?.models,
    error: list.error ?? any.error,
    hasNeverRun: isEmpty && any.data === false,
    isFiltered,
    bars,
    /** How many match: the sum of the bars. */
    matches: sum === undefined ? undefined : { count: sum, is_more: false },
    pages,
    connectionOf,
  };
}

export interface ExecutionsListProps {
  transformationId: string;
  executions: ReturnType<typeof useExecutions>;
  search: ExecutionsSearch;
  onSearch: OnSearch;
  boxRef: RefObject<HTMLElement | null>;
  onOpen: (executionId: string, isByKeyboard: boolean) => void;
}

export function ExecutionsList(props: ExecutionsListProps) {
  const { transformationId, executions, search, onSearch, boxRef, onOpen } = props;
  const { list, bars, matches, pages, connectionOf } = executions;
  const isFailed = executions.rows === undefined && executions.error !== null;
  const changeDates = (date: DateChoice) => onSearch(withChange(search, { date }), "push");
  return (
    <>
      <ExecutionFilters {...props} />
      {/* If the rows could not be loaded, the list says so, once. */}
      {isFailed ? null : <TrafficHistogram {...bars} onRange={changeDates} />}
      <ListStates
        label="Executions"
        columns={3}
        rows={executions.rows}
        error={executions.error}
        onRetry={list.refetch}
        isFiltered={!executions.hasNeverRun}
        empty={
          <EmptyState drawing={<QuietListDrawing />} title="No executions yet">
            Each request that a connection passes through this transformation appears here.
          </EmptyState>
        }
        noneFound={
          <NoneInDates
            title="No executions found"
            dates={bars.date}
            onDates={changeDates}
            onClear={executions.isFiltered ? () => onSearch(withoutFilters(search), "push") : undefined}
          />
        }
      >
        {(rows) => (
          <>
            <Table
              label="Executions"
              isStale={list.isPlaceholderData}
              boxRef={boxRef}
              className="table-fixed"
            >
              <thead>
                <tr>
                  <Th className="w-40 max-sm:w-auto">Executed At</Th>
                  <Th className="w-32 max-sm:w-28">Log Level</Th>
                  <Th className="max-sm:hidden">Connection</Th>
                </tr>
              </thead>
              <ListRows
                onOpen={(row, isByKeyboard) => {
                  const id = row.dataset["id"];
                  if (id !== undefined) onOpen(id, isByKeyboard);
                }}
              >
                {rows.map((execution) => (
                  <ExecutionRow
                    key={execution.id}
                    execution={execution}
                    href={`${ownUrl(`/transformations/${transformationId}/executions`)}${stringifySearch({ ...search, selected_execution_id: execution.id })}`}
                    connection={connectionOf(execution.webhook_id)}
                    isSelected={execution.id === search.selected_execution_id}
                  />
                ))}
              </ListRows>
            </Table>
            <Pagination {...pages}>
              {pages.onNext === undefined ? (
                <EndOfDates dates={bars.date} many="executions" />
              ) : (
                (pageText(rows.length, boundedText(matches), isFirstPage(search)) ??
                `${countText(rows.length)} executions`)
              )}
            </Pagination>
          </>
        )}
      </ListStates>
    </>
  );
}

interface ExecutionRowProps {
  execution: Execution;
  href: string;
  connection: Connection | undefined;
  isSelected: boolean;
}

function ExecutionRow({ execution, href, connection, isSelected }: ExecutionRowProps) {
  const name = useConnectionName(execution.webhook_id, connection, routeWithName);
  return (
    <Tr isSelected={isSelected} data-id={execution.id} className="cursor-pointer">
      <Td className="truncate max-sm:py-1">
        <a href={href} {...{ [ROW_LINK]: "" }}>
          <Timestamp value={execution.created_at} />
        </a>
        <span className="block truncate text-xs text-ink-2 sm:hidden">{name}</span>
      </Td>
      <Td>
        <LogLevelBadge level={execution.log_level} />
      </Td>
      <Td className="truncate max-sm:hidden">{name}</Td>
    </Tr>
  );
}

function ExecutionFilters({ executions, search, onSearch }: ExecutionsListProps) {
  const { project } = useSession();
  const change = (part: Partial<ExecutionsSearch>) => onSearch(withChange(search, part), "push");
  const clear = (name: "webhook_id" | "log_level" | "date") =>
    isActive(search[name]) ? () => change({ [name]: undefined }) : undefined;
  return (
    <FiltersBar aside={<MatchCount matches={executions.matches} one="execution" many="executions" />}>
      <DateFilterChip
        date={executions.bars.date}
        keptDays={project.retention_days}
        onChange={(date) => change({ date })}
        onClear={clear("date")}
      />
      <ListChip
        label="Log level"
        values={search.log_level}
        choices={LEVEL_CHOICES}
        onChange={(log_level) => change({ log_level })}
        onClear={clear("log_level")}
      />
      <NamesPickChip
        label="Connection"
        kind="connection"
        values={search.webhook_id}
        onChange={(webhook_id) => change({ webhook_id })}
        onClear={clear("webhook_id")}
      />
    </FiltersBar>
  );
}
