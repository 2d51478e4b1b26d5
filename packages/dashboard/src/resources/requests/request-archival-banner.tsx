/** Warns when the data of a request is archived within 24 hours. A bookmark keeps the data, so then there is no warning. */
import { listBookmarks } from "@posthorn/contract/bookmarks";
import type { Request } from "@posthorn/contract/requests";
import { useQuery } from "@tanstack/react-query";
import { Callout } from "../../ui/callout.tsx";
import { relativeTime } from "../../ui/time.ts";
import { useNow } from "../../ui/use-now.ts";
import { call } from "../api/call.ts";
import { archivedSoon } from "../events/panel/archival.ts";
import { useSession } from "../session/use-session.ts";
import { eventsMade } from "./request-outcome.ts";

export function RequestArchivalBanner({ request }: { request: Request }) {
  const { retention_days } = useSession().project;
  const now = useNow();
  const dataId = request.original_event_data_id;
  const at = request.data === null ? null : archivedSoon(request.created_at, retention_days, now);
  const isKept = useQuery({
    queryKey: ["bookmarks", "of-data", dataId],
    queryFn: async ({ signal }) => {
      const query = { event_data_id: [dataId ?? ""], limit: 1 };
      return (await call(listBookmarks, { query, signal })).models.length > 0;
    },
    enabled: at !== null && dataId !== null,
  });
  if (at === null || isKept.data !== false) return null;
  return (
    <Callout tone="hold" title={`The request data is archived ${relativeTime(at, now)}`}>
      Your archival period is {retention_days} days.
      {eventsMade(request) > 0 ? " Bookmark one of its events to keep the data." : null}
    </Callout>
  );
}
