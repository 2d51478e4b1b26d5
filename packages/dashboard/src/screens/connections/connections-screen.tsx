/**
 * /connections: which source is connected to which destination, in which state, and with how many events?
 *
 * Two views of one list: Structured draws it, Table lists it. The browser remembers the view; the URL holds everything
 * else that a link should carry.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Spline, Table2 } from "lucide-react";
import { useRef } from "react";
import {
  eventCountsQuery,
  searchedConnectionsQuery,
} from "../../resources/connections/connection-queries.ts";
import { FirstConnectionLink } from "../../resources/connections/first-connection-link.tsx";
import { NewConnectionLink } from "../../resources/connections/new-connection-link.tsx";
import type { ConnectionsView } from "../../resources/preferences/preferences.ts";
import { changePreferences, usePreferences } from "../../resources/preferences/preferences-store.ts";
import { countText } from "../../ui/count.ts";
import { UnjoinedDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListPage } from "../../ui/list/list-page.tsx";
import { ListStates, NoneFound } from "../../ui/list/list-states.tsx";
import { isFirstPage, withChange } from "../../ui/list/list-url.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import { useListShortcuts } from "../../ui/list/use-list-shortcuts.ts";
import { usePages } from "../../ui/list/use-pages.ts";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { ConnectionCreated } from "./connection-created.tsx";
import { ConnectionFilters } from "./connection-filters.tsx";
import { defaultsOf, inView } from "./connection-views.ts";
import { ConnectionsList } from "./connections-list.tsx";
import { hasFilter, listQueryOf, PAGE_CONNECTIONS, type ConnectionsSearch } from "./connections-url.ts";

const route = getRouteApi("/_app/connections/");

const VIEWS = [
  { value: "structured", label: "Structured", icon: <Spline /> },
  { value: "table", label: "Table", icon: <Table2 /> },
] as const;

export function ConnectionsScreen() {
  const view = usePreferences((preferences) => preferences.connections_view);
  const search = route.useSearch();
  const { order, group_by } = inView(search, view);
  const navigate = route.useNavigate();
  const searchRef = useRef<HTMLInputElement>(null);
  const boxRef = useRef<HTMLElement>(null);
  const list = useQuery(searchedConnectionsQuery(listQueryOf(inView(search, view))));
  const counts = useQuery(eventCountsQuery());

  const go = (to: ConnectionsSearch, how: "push" | "replace") =>
    void navigate({ search: to, replace: how === "replace" });
  const change = (part: Partial<ConnectionsSearch>, how: "push" | "replace" = "push") =>
    go(withChange(search, part, defaultsOf(view)), how);
  const show = (next: ConnectionsView) => {
    changePreferences((preferences) => ({ ...preferences, connections_view: next }));
    // The views order differently, so a page of the one is no page of the other.
    go(withChange(search, {}, defaultsOf(next)), "replace");
  };
  const pagination = list.isPlaceholderData ? undefined : list.data?.pagination;
  const pages = usePages({ search, onSearch: go, pagination, boxRef });
  useListShortcuts("Connections", { one: "connection", boxRef, searchRef, hasFilters: true, ...pages });
  // Old rows that are still shown belong to other filters.
  const isFiltered = hasFilter(search) || !isFirstPage(search) || list.isPlaceholderData;
  const shownCount = list.data?.models.length;
  const isUnused = shownCount === 0 && !isFiltered;
  const isWhole =
    isFirstPage(search) && list.data?.pagination.next === undefined && (shownCount ?? 0) < PAGE_CONNECTIONS;

  return (
    <>
      <ListPage
        title="Connections"
        isUnused={isUnused}
        searchRef={searchRef}
        searchBox={{
          label: "Filter connections by ID or by the name of a connection, source or destination",
          placeholder: "Filter by ID or name...",
          value: search.search ?? "",
          onChange: (text) => change({ search: text }, "replace"),
        }}
        action={<NewConnectionLink>New connection</NewConnectionLink>}
        filters={<ConnectionFilters search={search} order={order} grouping={group_by} onChange={change} />}
        aside={
          <>
            {shownCount === undefined ? null : (
              <span className="text-ink-2 tabular-nums max-sm:sr-only">
                {countText(shownCount)} {shownCount === 1 ? "connection" : "connections"}
              </span>
            )}
            <SegmentedControl label="View" value={view} choices={VIEWS} onChange={show} />
          </>
        }
      >
        <ListStates
          label="Connections"
          columns={6}
          rows={list.data?.models}
          error={list.error}
          onRetry={list.refetch}
          isFiltered={isFiltered}
          empty={
            <EmptyState
              drawing={<UnjoinedDrawing />}
              title="Route events to your desired destinations"
              action={<FirstConnectionLink />}
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
              <ConnectionsList
                view={view}
                grouping={group_by}
                connections={connections}
                counts={counts.data}
                selectedId={search.selected_connection_id}
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
          isTroubleshooting={search.troubleshoot !== undefined}
          onTroubleshoot={(isOpen) =>
            go({ ...search, troubleshoot: isOpen ? "true" : undefined }, isOpen ? "push" : "replace")
          }
          onClose={() => {
            void counts.refetch(); // so that the list counts the events that just arrived
            go({ ...search, created: undefined, troubleshoot: undefined }, "replace");
          }}
        />
      )}
    </>
  );
}
