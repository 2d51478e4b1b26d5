/**
 * The attempts of one event, under its row in the list. Without any, one sentence says why.
 *
 * Every attempt is a row with a link of its own, so the keys of the list and Mod+click work on it too.
 */
import type { Attempt } from "@posthorn/contract/attempts";
import type { EventStatus } from "@posthorn/contract/causes";
import type { Event } from "@posthorn/contract/events";
import { ATTEMPT_TRIGGER_LABELS } from "@posthorn/contract/texts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { attemptsQuery, isAwaited } from "../../resources/events/attempt-queries.ts";
import { EventStatusBadge } from "../../resources/events/event-status-badge.tsx";
import { durationText } from "../../resources/events/panel/latency.ts";
import { ListRow, RowLink } from "../../ui/list/list-row.tsx";
import { LoadFailedLine } from "../../ui/load-failed-line.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Td } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { EVENT_ROWS } from "./event-row.tsx";

const NO_ATTEMPTS: Record<EventStatus, string> = {
  QUEUED: "The first attempt is being made.",
  SCHEDULED: "The first attempt is made when the delay is over.",
  HOLD: "No attempt is made while the connection is paused.",
  CANCELLED: "The event was cancelled before an attempt was made.",
  FAILED: "The event failed before an attempt was made.",
  SUCCESSFUL: "The attempts of this event are no longer kept.",
};

export interface AttemptRowsProps {
  event: Event;
  /** The address of the list with this event selected. */
  href: string;
  selectedAttemptId: string | undefined;
}

export function AttemptRows({ event, href, selectedAttemptId }: AttemptRowsProps) {
  return (
    <tr className="bg-sunken">
      <td className="col-span-full border-b border-line pt-1 pr-3 pb-3 pl-16 max-sm:pl-3">
        <Attempts event={event} href={href} selectedAttemptId={selectedAttemptId} />
      </td>
    </tr>
  );
}

function Attempts({ event, href, selectedAttemptId }: AttemptRowsProps) {
  const attempts = useQuery({
    ...attemptsQuery(event.id, event.status === "QUEUED"),
    enabled: event.attempts > 0,
  });
  if (event.attempts === 0) return <Line>{NO_ATTEMPTS[event.status]}</Line>;
  if (attempts.isError && !attempts.data)
    return <LoadFailedLine what="The attempts" error={attempts.error} onRetry={attempts.refetch} />;
  if (!attempts.data) return <TextSkeleton label="attempts" lines={Math.min(event.attempts, 4)} />;
  if (attempts.data.models.length === 0) return <Line>{NO_ATTEMPTS[event.status]}</Line>;
  return (
    <div className="overflow-x-auto rounded-md border border-line bg-surface">
      <table aria-label="Delivery attempts" className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr className="[&>th]:h-8 [&>th]:border-b [&>th]:border-line [&>th]:px-(--cell-x) [&>th]:text-left [&>th]:text-xs [&>th]:font-medium [&>th]:whitespace-nowrap [&>th]:text-ink-2">
            <th scope="col">Attempt Date</th>
            <th scope="col">Status</th>
            <th scope="col">Attempt Trigger</th>
            <th scope="col" className="text-right!">
              Delivery Latency
            </th>
            <th scope="col" className="text-right!">
              Response Latency
            </th>
          </tr>
        </thead>
        <tbody>
          {attempts.data.models.map((attempt) => (
            <AttemptRow
              key={attempt.id}
              attempt={attempt}
              href={`${href}&selected_attempt_id=${attempt.id}&tab=response`}
              isSelected={attempt.id === selectedAttemptId}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <p className="py-1 text-sm text-ink-2">{children}</p>;
}

interface AttemptRowProps {
  attempt: Attempt;
  href: string;
  isSelected: boolean;
}

function AttemptRow({ attempt, href, isSelected }: AttemptRowProps) {
  return (
    <ListRow
      {...EVENT_ROWS.attributesOf({ id: attempt.event_id, partId: attempt.id })}
      isSelected={isSelected}
      className="[&>td]:h-8.5"
    >
      <Td>
        <RowLink href={href}>
          <Timestamp value={attempt.created_at} />
        </RowLink>
      </Td>
      <Td>
        {isAwaited(attempt) ? (
          <StatusBadge tone="wait">Pending</StatusBadge>
        ) : (
          <EventStatusBadge event={attempt} />
        )}
      </Td>
      <Td className="text-ink-2">{ATTEMPT_TRIGGER_LABELS[attempt.trigger]}</Td>
      <Td className="text-right tabular-nums">{latency(attempt.delivery_latency)}</Td>
      <Td className="text-right tabular-nums">{latency(attempt.response_latency)}</Td>
    </ListRow>
  );
}

function latency(durationMs: number | null): string {
  return durationMs === null ? "–" : durationText(durationMs);
}
