/** Warns when the data of an event is archived within 24 hours. A bookmark keeps the data, so then there is no warning. */
import type { Event } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { Callout } from "../../../ui/callout.tsx";
import { relativeTime } from "../../../ui/time.ts";
import { useNow } from "../../../ui/use-now.ts";
import { isBookmarkedQuery } from "../../bookmarks/event-bookmark.ts";
import { useSession } from "../../session/use-session.ts";
import { archivedSoon } from "./archival.ts";

export function ArchivalBanner({ event }: { event: Event }) {
  const { retention_days } = useSession().project;
  const now = useNow();
  const isBookmarked = useQuery(isBookmarkedQuery(event));
  const at = event.data === null ? null : archivedSoon(event.created_at, retention_days, now);
  if (at === null || isBookmarked.data !== false) return null;
  return (
    <Callout tone="hold" title={`The request data is archived ${relativeTime(at, now)}`}>
      Your archival period is {retention_days} days. Bookmark the event to keep its data.
    </Callout>
  );
}
