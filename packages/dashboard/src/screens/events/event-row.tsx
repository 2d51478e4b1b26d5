/**
 * One event of the list. Memoised on plain values: moving the selection renders two rows, not a hundred. A row has no
 * popup of its own.
 */
import type { Event } from "@posthorn/contract/events";
import { EVENT_STATUS_LABELS } from "@posthorn/contract/texts";
import { cx } from "class-variance-authority";
import { ArrowRightFromLine, ArrowRightToLine, ChevronRight, Spline } from "lucide-react";
import { memo } from "react";
import { EventStatusBadge } from "../../resources/events/event-status-badge.tsx";
import { statusWords } from "../../resources/events/status-words.ts";
import type { LiveRowState } from "../../resources/live-lists/live-table.tsx";
import { RowJump, RowJumps, useVisits } from "../../resources/live-lists/row-jumps.tsx";
import { untilNext } from "../../resources/events/until-next.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { ListRow, RowLink } from "../../ui/list/list-row.tsx";
import { rowChoices } from "../../ui/list/row-choices.ts";
import { TickCell } from "../../ui/list/tick-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Td } from "../../ui/table.tsx";
import { shortTime } from "../../ui/time.ts";
import { Timestamp } from "../../ui/timestamp.tsx";
import { useNow } from "../../ui/use-now.ts";

/** An expanded event has its attempts as rows below it. */
export const EVENT_ROWS = rowChoices("event", "attempt");

export interface EventRowProps extends LiveRowState {
  event: Event;
  isCli: boolean;
  /** Undefined while the name loads; null if the connection is deleted. */
  source: string | null | undefined;
  destination: string | undefined;
  /** The machine of a CLI event. Undefined while its name loads; null if it has none. */
  device: string | null | undefined;
  /** The attempts are shown below. */
  isExpanded: boolean;
  /** The connection has no column of its own. */
  isNarrow: boolean;
  /** Always the same function, as `onTick` is. */
  onToggle: (eventId: string) => void;
}

export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { event, isCli, href, source, destination, device } = props;
  const { isSelected, isTicked, isFresh, isExpanded, isNarrow } = props;
  const words = statusWords(event);
  const visits = useVisits();
  return (
    <ListRow
      {...visits.handlers}
      {...EVENT_ROWS.attributesOf(event)}
      isSelected={isSelected}
      isTicked={isTicked}
      isFresh={isFresh}
    >
      <TickCell
        id={event.id}
        label={`event of ${shortTime(new Date(event.created_at))}`}
        isTicked={isTicked}
        onTick={props.onTick}
      />
      <Td className="px-0">
        <IconButton
          size="sm"
          label={isExpanded ? "Hide attempts" : "Show attempts"}
          aria-expanded={isExpanded}
          icon={<ChevronRight className={cx("transition-transform", isExpanded && "rotate-90")} />}
          onClick={() => props.onToggle(event.id)}
        />
      </Td>
      <Td className="max-sm:py-1.5 max-sm:pl-1">
        <RowLink href={href} label={rowLabel(props)}>
          <Timestamp value={event.created_at} />
        </RowLink>
        {isNarrow ? (
          <div className="text-xs text-ink-2">
            <Ends
              source={source}
              destination={destination}
              className="[overflow-wrap:anywhere] whitespace-normal"
            />
          </div>
        ) : null}
      </Td>
      <Td className="overflow-hidden">
        <span className="flex items-center gap-2">
          <EventStatusBadge event={event} />
          {words === null ? null : (
            <span className="min-w-0 truncate text-ink-2 @max-5xl:hidden">{words}</span>
          )}
        </span>
      </Td>
      <Td className="max-sm:hidden">
        <span className="flex items-center gap-2">
          <Ends source={source} destination={destination} className="min-w-0 truncate" />
          {source && visits.isVisited ? <EndJumps event={event} /> : null}
        </span>
      </Td>
      <Td className="pr-6 text-right tabular-nums max-sm:hidden">{event.attempts}</Td>
      <Td className="truncate text-ink-2 tabular-nums max-sm:hidden">
        {isCli ? <Device name={device} /> : <NextAttempt event={event} />}
      </Td>
    </ListRow>
  );
});

function rowLabel({ event, source, destination }: EventRowProps): string {
  const words = [shortTime(new Date(event.created_at)), EVENT_STATUS_LABELS[event.status]];
  return [...words, ...(source && destination ? [`${source} to ${destination}`] : [])].join(", ");
}

interface EndsProps extends Pick<EventRowProps, "source" | "destination"> {
  /** What happens to names that are longer than the column. */
  className: string;
}

function Ends({ source, destination, className }: EndsProps) {
  if (source === undefined) return <Skeleton className="w-3/5" />;
  if (source === null) return <span className="text-ink-3">Connection Deleted</span>;
  return (
    <span className={cx("block", className)}>
      {source} <span className="px-1 text-ink-3">→</span> {destination}
    </span>
  );
}

function EndJumps({ event: { source_id, webhook_id, destination_id } }: Pick<EventRowProps, "event">) {
  return (
    <RowJumps>
      <RowJump address={`/sources/${source_id}`} label="Open source" icon={<ArrowRightFromLine />} />
      <RowJump address={`/connections/${webhook_id}`} label="Open connection" icon={<Spline />} />
      <RowJump
        address={`/destinations/${destination_id}`}
        label="Open destination"
        icon={<ArrowRightToLine />}
      />
    </RowJumps>
  );
}

function Device({ name }: { name: string | null | undefined }) {
  return name === undefined ? <Skeleton className="w-3/5" /> : (name ?? "–");
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
