/** /events/{id}/attempts, Delivery attempts: every attempt at this event, newest first. A row opens beside the table. */
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { connectionQuery } from "../../resources/connections/connection-queries.ts";
import { EVENT_STATUS_LABELS } from "@posthorn/contract/texts";
import { eventQuery } from "../../resources/events/event-queries.ts";
import { EventTrace } from "../../resources/events/trace/event-trace.tsx";
import { useAttempts } from "../../resources/events/use-attempts.ts";
import { LensDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { moveRowFocus } from "../../ui/list/row-focus.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { useShortcuts } from "../../ui/shortcuts/use-shortcuts.ts";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { ATTEMPT_COLUMNS, AttemptsTable, attemptIdOf } from "./attempts-table.tsx";
import { BesideAttempt, type OpenAttempt } from "./beside-attempt.tsx";
import type { EventTabProps } from "./event-url.ts";
import { whyNoAttempts } from "./no-attempts.tsx";

export function EventAttempts({ id, search, onSearch }: EventTabProps) {
  const { data: event } = useSuspenseQuery(eventQuery(id)); // the frame has loaded it
  const { data: connection } = useQuery(connectionQuery(event.webhook_id));
  const attempts = useAttempts(event);
  const box = useRef<HTMLElement>(null);
  const selected = search.selected_attempt_id;

  const move = (step: 1 | -1) => {
    const moved = attemptIdOf(moveRowFocus(box.current, step, rowOf(box.current, selected)));
    if (moved !== undefined && selected !== undefined) onSearch({ ...search, selected_attempt_id: moved });
  };
  const next = { label: "Next attempt", run: () => move(1) };
  const previous = { label: "Previous attempt", run: () => move(-1) };
  useShortcuts("Delivery attempts", {
    j: next,
    ArrowDown: next,
    k: previous,
    ArrowUp: previous,
    Escape: { label: "Close attempt", run: () => selected !== undefined && onSearch({}) },
  });

  const content = (open: OpenAttempt) => {
    if (attempts.isPending)
      return <TableSkeleton label="Delivery attempts" columns={ATTEMPT_COLUMNS} rows={3} />;
    if (!attempts.data) return <LoadFailed error={attempts.error} onRetry={attempts.refetch} />;
    if (attempts.data.models.length === 0)
      return (
        <EmptyState
          drawing={<LensDrawing />}
          title={`${EVENT_STATUS_LABELS[event.status]}, no attempts to show`}
        >
          {whyNoAttempts(event)}
        </EmptyState>
      );
    return <AttemptsTable attempts={attempts.data.models} selectedId={selected} boxRef={box} onOpen={open} />;
  };
  return (
    <BesideAttempt event={event} connection={connection} search={search} onSearch={onSearch}>
      {(open) => (
        <main className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-5 py-5 max-md:px-3">
          <EventTrace event={event} isCompact onAttempt={(attemptId) => open(attemptId, true)} />
          {content(open)}
        </main>
      )}
    </BesideAttempt>
  );
}

function rowOf(box: HTMLElement | null, attemptId: string | undefined): Element | null {
  if (attemptId === undefined) return null;
  return box?.querySelector(`[data-attempt-id="${CSS.escape(attemptId)}"]`) ?? null;
}
