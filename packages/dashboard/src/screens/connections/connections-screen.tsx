/**
 * /connections: which source is connected to which destination, in which state, and with how many events?
 *
 * The URL holds everything that a link should carry. A click or Enter on a row opens the events of its connection.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useRef, type ReactNode } from "react";
import { connectionsQuery, eventCountsQuery } from "../../resources/connections/connection-queries.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { LensDrawing, UnjoinedDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { useShortcuts } from "../../ui/shortcuts/use-shortcuts.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { ConnectionCreated } from "./connection-created.tsx";
import { ConnectionsTable } from "./connections-table.tsx";
import { ConnectionsToolbar } from "./connections-toolbar.tsx";
import {
  hasFilter,
  listQueryOf,
  PAGE_CONNECTIONS,
  withChange,
  type ConnectionsSearch,
} from "./connections-url.ts";
import { moveRowFocus } from "./row-focus.ts";
import { SearchBox } from "./search-box.tsx";

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
  const searchBox = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLElement>(null);
  const next = { label: "Next connection", run: () => moveRowFocus(table.current, 1) };
  const previous = { label: "Previous connection", run: () => moveRowFocus(table.current, -1) };
  useShortcuts("Connections", {
    j: next,
    k: previous,
    ArrowDown: next,
    ArrowUp: previous,
    "/": { label: "Filter connections", run: () => searchBox.current?.focus() },
  });
  const list = useQuery(connectionsQuery(listQueryOf(search)));
  const counts = useQuery(eventCountsQuery());

  const go = (to: ConnectionsSearch, replace = false) => void navigate({ search: to, replace });
  const change = (part: Parameters<typeof withChange>[1]) => go(withChange(search, part));
  const isFirstPage = search.next === undefined && search.prev === undefined;
  const isEmpty = list.data?.models.length === 0;
  const isUnused = isEmpty && isFirstPage && !hasFilter(search) && !list.isPlaceholderData;

  const body = () => {
    if (list.isPending) return <TableSkeleton label="Connections" columns={5} />;
    if (!list.data) return <LoadFailed error={list.error} onRetry={list.refetch} />;
    if (isUnused)
      return (
        <EmptyState
          drawing={<UnjoinedDrawing />}
          title="Route events to your desired destinations"
          action={<NewConnectionLink>Create first connection</NewConnectionLink>}
        >
          A connection takes what one source receives and delivers it to one destination.
        </EmptyState>
      );
    if (isEmpty)
      return (
        <EmptyState
          drawing={<LensDrawing />}
          title="No connections found"
          action={<Button onClick={() => go({})}>Clear filters</Button>}
        >
          No connection of this project matches what is searched for.
        </EmptyState>
      );
    return (
      <>
        <ConnectionsTable
          connections={list.data.models}
          counts={counts.data?.counts}
          isStale={list.isPlaceholderData}
          boxRef={table}
        />
        {isFirstPage && list.data.pagination.next === undefined ? null : (
          <Pagination
            onPrevious={pageTurn(search, "prev", list.data.pagination.prev, go)}
            onNext={pageTurn(search, "next", list.data.pagination.next, go)}
          >
            The dashboard displays up to {PAGE_CONNECTIONS} connections at a time
          </Pagination>
        )}
      </>
    );
  };

  return (
    <>
      <PageHeader
        title="Connections"
        {...(!isUnused && {
          search: (
            <SearchBox
              ref={searchBox}
              label="Filter connections by ID or name"
              placeholder="Filter by ID or name..."
              value={search.search ?? ""}
              onChange={(text) => go(withChange(search, { search: text }), true)}
            />
          ),
        })}
      >
        {isUnused ? null : <NewConnectionLink>New connection</NewConnectionLink>}
      </PageHeader>
      <main className="flex min-h-0 flex-1 flex-col gap-3 px-5 py-3.5 max-md:px-3">
        {isUnused ? null : <ConnectionsToolbar search={search} onChange={change} />}
        {body()}
      </main>
      {search.created === undefined ? null : (
        <ConnectionCreated
          key={search.created}
          connectionId={search.created}
          onClose={() => {
            void counts.refetch(); // so that the list counts the events that just arrived
            go({ ...search, created: undefined }, true);
          }}
        />
      )}
    </>
  );
}

function pageTurn(
  search: ConnectionsSearch,
  direction: "next" | "prev",
  cursor: string | undefined,
  go: (to: ConnectionsSearch) => void,
) {
  return cursor === undefined
    ? undefined
    : () => go({ ...search, next: undefined, prev: undefined, [direction]: cursor });
}
