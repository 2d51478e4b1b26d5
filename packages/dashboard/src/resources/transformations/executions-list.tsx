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
import { QuietListDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListChip } from "../../ui/list/chip.tsx";
import { PickChip } from "../../ui/list/pick-chip.tsx";
import { FiltersBar } from "../../ui/list/filters-bar.tsx";
import { ListRows } from "../../ui/list/list-rows.tsx";
import { ListStates, NoneFound } from "../../ui/list/list-states.tsx";
import { hasAny, isFirstPage, withChange } from "../../ui/list/list-url.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import type { Pages } from "../../ui/list/use-pages.ts";
import { usePages } from "../../ui/list/use-pages.ts";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { ownUrl } from "../base-path.ts";
import { useConnectionName } from "../connections/connection-link.tsx";
import { routeWithName } from "../connections/route-words.ts";
import { DateFilterChip } from "../list-filters/date-filter-chip.tsx";
import { TrafficHistogram } from "../metrics/histogram/traffic-histogram.tsx";
import { useSession } from "../session/use-session.ts";
import { executionsQuery } from "./execution-queries.ts";
import { executionFiltersOf, withoutFilters, type ExecutionsSearch } from "./executions-url.ts";
import { LOG_LEVEL_LABELS, LogLevelBadge } from "./log-level-badge.tsx";
import { connectionsWithQuery } from "./transformation-queries.ts";

const LEVEL_CHOICES = LOG_LEVELS.map((value) => ({ value, label: LOG_LEVEL_LABELS[value] }));
const FILTERS = ["webhook_id", "log_level", "date"] as const;

export type OnSearch = (search: ExecutionsSearch, how: "push" | "replace") => void;

export function useExecutions(
  transformationId: string,
  search: ExecutionsSearch,
  onSearch: OnSearch,
  boxRef: RefObject<HTMLElement | null>,
) {
  const list = useQuery(executionsQuery(transformationId, executionFiltersOf(search), search));
  const connections = useQuery(connectionsWithQuery(transformationId));
  const pagination = list.isPlaceholderData ? undefined : list.data?.pagination;
  const pages = usePages({ search, onSearch, pagination, boxRef });
  const connectionOf = (id: string) => connections.data?.models.find((connection) => connection.id === id);
  return { list, pages, connectionOf, connections: connections.data?.models ?? [] };
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
  const { list, pages, connectionOf } = executions;
  const isFiltered = hasAny(search, FILTERS);
  return (
    <>
      <ExecutionFilters {...props} />
      <TrafficHistogram
        kind="executions"
        filters={{
          transformation_id: transformationId,
          webhook_id: search.webhook_id,
          log_level: search.log_level,
        }}
        date={search.date}
        onRange={(date) => onSearch(withChange(search, { date }), "push")}
      />
      <ListStates
        label="Executions"
        columns={3}
        rows={list.data?.models}
        error={list.error}
        onRetry={list.refetch}
        isFiltered={isFiltered || !isFirstPage(search)}
        empty={
          <EmptyState drawing={<QuietListDrawing />} title="No executions yet">
            Each request that a connection passes through this transformation appears here.
          </EmptyState>
        }
        noneFound={
          <NoneFound title="No executions found" onClear={() => onSearch(withoutFilters(search), "push")}>
            Widen the dates or remove a filter to see more.
          </NoneFound>
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
            <Foot pages={pages} count={rows.length} />
          </>
        )}
      </ListStates>
    </>
  );
}

function Foot({ pages, count }: { pages: Pages; count: number }) {
  return (
    <Pagination onPrevious={pages.onPrevious} onNext={pages.onNext}>
      {count} {count === 1 ? "execution" : "executions"}
    </Pagination>
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
  const clear = (name: (typeof FILTERS)[number]) =>
    search[name] === undefined ? undefined : () => change({ [name]: undefined });
  return (
    <FiltersBar>
      <DateFilterChip
        date={search.date}
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
      <PickChip
        label="Connection"
        values={search.webhook_id}
        choices={executions.connections.map((connection) => ({
          value: connection.id,
          label: routeWithName(connection),
        }))}
        onChange={(webhook_id) => change({ webhook_id })}
        onClear={clear("webhook_id")}
      />
    </FiltersBar>
  );
}
