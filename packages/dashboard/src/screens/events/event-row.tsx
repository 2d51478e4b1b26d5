/**
 * One event of the list. Memoised on plain values: moving the selection renders two rows, not a hundred.
 *
 * The date is a real link, so Mod+click and the middle button open the event in a new tab. The table handles plain
 * clicks: a row has no listener and no popup of its own.
 */
import type { Event } from "@posthorn/contract/events";
import { cx } from "class-variance-authority";
import { memo } from "react";
import { untilNext } from "../../resources/events/delivery-outcome.ts";
import { EventStatusBadge } from "../../resources/events/event-status-badge.tsx";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Td, Tr } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { useNow } from "../../ui/use-now.ts";

export interface EventRowProps {
  event: Event;
  /** The address of this list with the event selected. */
  href: string;
  /** Undefined while the name loads; null if the connection is deleted. */
  source: string | null | undefined;
  destination: string | undefined;
  isSelected: boolean;
  isFresh: boolean;
}

/** The row of an event, if it is on screen. */
export function rowOfEvent(box: HTMLElement | null, eventId: string): HTMLElement | null {
  return box?.querySelector<HTMLElement>(`[data-event-id="${CSS.escape(eventId)}"]`) ?? null;
}

export function eventIdOf(row: HTMLElement | null): string | undefined {
  return row?.dataset["eventId"];
}

export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { event, href, source, destination, isSelected, isFresh } = props;
  return (
    <Tr
      data-event-id={event.id}
      isSelected={isSelected}
      className={cx(
        "cursor-pointer has-[a:focus-visible]:bg-hover",
        isFresh &&
          "animate-[rise_150ms_ease-out] transition-[background-color] duration-1000 starting:bg-sel",
      )}
    >
      <Td className="max-sm:py-1.5">
        <a
          {...{ [ROW_LINK]: "" }}
          href={href}
          className="rounded-sm focus-visible:outline-offset-3"
          draggable={false}
        >
          <Timestamp value={event.created_at} />
        </a>
        <div className="text-xs text-ink-2 sm:hidden">
          <Ends source={source} destination={destination} />
        </div>
      </Td>
      <Td className="overflow-hidden">
        <EventStatusBadge event={event} />
      </Td>
      <Td className="max-sm:hidden">
        <Ends source={source} destination={destination} />
      </Td>
      <Td className="tabular-nums max-sm:hidden">{event.attempts}</Td>
      <Td className="text-ink-2 tabular-nums max-sm:hidden">
        <NextAttempt event={event} />
      </Td>
    </Tr>
  );
});

function Ends({ source, destination }: Pick<EventRowProps, "source" | "destination">) {
  if (source === undefined) return <Skeleton className="w-3/5" />;
  if (source === null) return <span className="text-ink-3">Connection Deleted</span>;
  return (
    <span className="block truncate">
      {source} <span className="px-1 text-ink-3">→</span> {destination}
    </span>
  );
}

/** Only a row with a planned attempt counts down. */
function NextAttempt({ event: { status, next_attempt_at } }: Pick<EventRowProps, "event">) {
  if (next_attempt_at !== null && status !== "HOLD") return <Countdown to={next_attempt_at} />;
  return status === "QUEUED" ? "now" : "–";
}

function Countdown({ to }: { to: string }) {
  const now = useNow();
  return (
    <time dateTime={to} data-timestamp={to}>
      {untilNext(to, now)}
    </time>
  );
}
