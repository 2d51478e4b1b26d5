/** `/bookmarks` */
import { createFileRoute } from "@tanstack/react-router";
import { bookmarksQuery } from "../../../resources/bookmarks/bookmark-queries.ts";
import { namedConnectionsQuery } from "../../../resources/connections/connection-queries.ts";
import { BookmarksScreen } from "../../../screens/bookmarks/bookmarks-screen.tsx";
import { BookmarksSearch } from "../../../screens/bookmarks/bookmarks-url.ts";

export const Route = createFileRoute("/_app/bookmarks")({
  validateSearch: BookmarksSearch,
  loaderDeps: ({ search: { next, prev } }) => ({ next, prev }),
  // Starts the queries without waiting, so that data and code of the screen load at the same time.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(bookmarksQuery(deps));
    void queryClient.prefetchQuery(namedConnectionsQuery);
  },
  // The screen keeps its list up to date by itself. A new selection must not run the loader again.
  staleTime: Infinity,
  component: Bookmarks,
});

function Bookmarks() {
  const navigate = Route.useNavigate();
  return (
    <BookmarksScreen
      search={Route.useSearch()}
      onSearch={(search, how) => void navigate({ search, replace: how === "replace" })}
    />
  );
}
