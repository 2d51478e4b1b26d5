/**
 * /connections: which source is connected to which destination, in which state, and with how many events?
 *
 * The URL holds everything that a link should carry. A click or Enter on a row opens the page of its connection.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useRef, type ReactNode } from "react";
import { connectionsQuery, eventCountsQuery } from "../../resources/connections/connection-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { UnjoinedDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListPage } from "../../ui/list/list-page.tsx";
import { ListStates, NoneFound } from "../../ui/list/list-states.tsx";
import { isFirstPage, withChange } from "../../ui/list/list-url.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import { useListShortcuts } from "../../ui/list/use-list-shortcuts.ts";
import { usePages } from "../../ui/list/use-pages.ts";
import { ConnectionCreated } from "./connection-created.tsx";
import { ConnectionFilters } from "./connection-filters.tsx";
import { ConnectionsTable } from "./connections-table.tsx";
import {
  CONNECTION_DEFAULTS,
  hasFilter,
  listQueryOf,
  PAGE_CONNECTIONS,
  type ConnectionsSearch,
} from "./connections-url.ts";

const route = getRouteApi("/_app/connections/");

function NewConnectionLink({ children }: { children: ReactNode }) {
  const refusal = useRefusal("member");
  if (refusal !== undefined)
    return (
      <Button variant="primary" disabledReason={refusal}>
        {children}
      </Button>
    );
  return (
    <Link to="/connections/new" className={buttonClass({ variant: "primary" })}>
      {children}
    </Link>
  );
}

export function ConnectionsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const searchRef = useRef<HTMLInputElement>(null);
  const boxRef = useRef<HTMLElement>(null);
  const list = useQuery(connectionsQuery(listQueryOf(search)));
  const counts = useQuery(eventCountsQuery());

  const go = (to: ConnectionsSearch, how: "push" | "replace") =>
    void navigate({ search: to, replace: how === "replace" });
  const change = (part: Partial<ConnectionsSearch>, how: "push" | "replace" = "push") =>
    go(withChange(search, part, CONNECTION_DEFAULTS), how);
  const pagination = list.isPlaceholderData ? undefined : list.data?.pagination;
  const pages = usePages({ search, onSearch: go, pagination, boxRef });
  useListShortcuts("Connections", { one: "connection", boxRef, searchRef, hasFilters: true, ...pages });
  // Old rows that are still shown belong to other filters.
  const isFiltered = hasFilter(search) || !isFirstPage(search) || list.isPlaceholderData;
  const isUnused = list.data?.models.length === 0 && !isFiltered;
  const isWhole = isFirstPage(search) && list.data?.pagination.next === undefined;

  return (
    <>
      <ListPage
        title="Connections"
        isUnused={isUnused}
        searchRef={searchRef}
        searchBox={{
          label: "Filter connections by ID or name",
          placeholder: "Filter by ID or name...",
          value: search.search ?? "",
          onChange: (text) => change({ search: text }, "replace"),
        }}
        action={<NewConnectionLink>New connection</NewConnectionLink>}
        filters={<ConnectionFilters search={search} onChange={change} />}
      >
        <ListStates
          label="Connections"
          columns={5}
          rows={list.data?.models}
          error={list.error}
          onRetry={list.refetch}
          isFiltered={isFiltered}
          empty={
            <EmptyState
              drawing={<UnjoinedDrawing />}
              title="Route events to your desired destinations"
              action={<NewConnectionLink>Create first connection</NewConnectionLink>}
            >
              A connection takes what one source receives and delivers it to one destination.
            </EmptyState>
          }
          noneFound={
            <NoneFound title="No connections found" onClear={() => go({}, "push")}>
              No connection of this project matches what is searched for.
            </NoneFound>
          }
        >
          {(connections) => (
            <>
              <ConnectionsTable
                connections={connections}
                counts={counts.data?.counts}
                isStale={list.isPlaceholderData}
                boxRef={boxRef}
              />
              {isWhole ? null : (
                <Pagination {...pages}>
                  The dashboard displays up to {PAGE_CONNECTIONS} connections at a time
                </Pagination>
              )}
            </>
          )}
        </ListStates>
      </ListPage>
      {search.created === undefined ? null : (
        <ConnectionCreated
          key={search.created}
          connectionId={search.created}
          onClose={() => {
            void counts.refetch(); // so that the list counts the events that just arrived
            go({ ...search, created: undefined }, "replace");
          }}
        />
      )}
    </>
  );
}
