/** /requests/{id}/entries: all events and ignored events of the request, with their causes. */
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { RequestEntries } from "../../resources/requests/request-entries.tsx";
import { ENTRIES_PER_PAGE, requestQuery } from "../../resources/requests/request-queries.ts";
import { linkClass } from "../../ui/link-class.ts";
import type { EntriesSearch } from "./entries-url.ts";

const route = getRouteApi("/_app/requests/$id/entries");

export function RequestEntriesTab() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: request } = useSuspenseQuery(requestQuery(id)); // the frame has loaded it
  const turn = (change: Partial<EntriesSearch>) => void navigate({ search: { ...search, ...change } });
  return (
    <main className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 py-5 max-md:px-3">
      <RequestEntries
        request={request}
        limit={ENTRIES_PER_PAGE}
        selectedId={undefined}
        renderEventLink={(event, children) => (
          <Link to="/events/$id" params={{ id: event.id }} className={linkClass}>
            {children}
          </Link>
        )}
        pages={{
          events: { next: search.next, prev: search.prev },
          ignored: { next: search.ignored_next, prev: search.ignored_prev },
          onTurn: (which, { next, prev }) =>
            turn(which === "events" ? { next, prev } : { ignored_next: next, ignored_prev: prev }),
        }}
      />
    </main>
  );
}
