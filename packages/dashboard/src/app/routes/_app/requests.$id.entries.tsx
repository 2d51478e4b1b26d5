/** `/requests/{id}/entries` */
import { createFileRoute } from "@tanstack/react-router";
import { EntriesSearch } from "../../../screens/request/entries-url.ts";
import { RequestEntriesTab } from "../../../screens/request/request-entries-tab.tsx";

export const Route = createFileRoute("/_app/requests/$id/entries")({
  validateSearch: EntriesSearch,
  component: RequestEntriesTab,
});
