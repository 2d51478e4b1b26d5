/** Source → Posthorn → destination, as far as the guide has come. What is not there yet is dashed. */
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { later } from "../../ui/later.tsx";
import { Mark } from "../../ui/mark.tsx";
import { countWords } from "./guided-words.ts";
import type { GuidedFlow } from "./use-guided-flow.ts";

/** A guide that begins has neither. */
const RequestStatusBadge = later(() => import("../../resources/requests/request-status-badge.tsx")).component(
  (loaded) => loaded.RequestStatusBadge,
);
const EventStatusBadge = later(() => import("../../resources/events/event-status-badge.tsx")).component(
  (loaded) => loaded.EventStatusBadge,
);

export interface GuidedDrawingProps {
  flow: GuidedFlow;
  /** What is typed for an end that does not exist yet. */
  drafts: { source: string; destination: string };
}

const NOT_YET = "not defined yet";

export function GuidedDrawing({ flow, drafts }: GuidedDrawingProps) {
  const { source, destination, connection, requests, events, hasMoreRequests, hasMoreEvents } = flow;
  const [request] = requests;
  const [event] = events;
  return (
    <div className="grid grid-cols-[minmax(0,9.5rem)_minmax(1.5rem,1fr)_auto_minmax(1.5rem,1fr)_minmax(0,9.5rem)] items-end">
      <End
        name={source?.name ?? drafts.source}
        fallback="Source"
        isThere={source !== null}
        note={
          source === null
            ? NOT_YET
            : requests.length === 0
              ? "no request yet"
              : countWords(requests.length, hasMoreRequests, "request")
        }
      />
      <Wire isThere={request !== undefined}>
        {request ? <RequestStatusBadge request={{ ...request, rejection_cause: null }} /> : null}
      </Wire>
      <span className="mb-2.5 flex size-8 items-center justify-center rounded-full border border-line-strong bg-surface">
        <Mark className="h-4 w-auto" />
      </span>
      <Wire isThere={connection !== null}>{event ? <EventStatusBadge event={event} /> : null}</Wire>
      <End
        name={destination?.name ?? drafts.destination}
        fallback="Destination"
        isThere={destination !== null}
        note={
          destination === null
            ? NOT_YET
            : connection === null
              ? "not connected yet"
              : countWords(events.length, hasMoreEvents, "event")
        }
      />
    </div>
  );
}

interface EndProps {
  name: string;
  fallback: string;
  isThere: boolean;
  note: string;
}

function End({ name, fallback, isThere, note }: EndProps) {
  return (
    <div
      className={cx(
        "flex h-13 min-w-0 flex-col justify-center rounded-md border px-3.5 text-left max-sm:px-2",
        isThere ? "border-line-strong bg-surface" : "border-dashed border-line-strong",
      )}
    >
      <p className={cx("truncate font-medium", !isThere && "text-ink-2")}>{name === "" ? fallback : name}</p>
      <p className="truncate text-xs text-ink-3">{note}</p>
    </div>
  );
}

/** The badge stands above the line, in the middle, and may be wider than the line. */
function Wire({ isThere, children }: { isThere: boolean; children: ReactNode }) {
  return (
    <div className="flex h-13 flex-col items-center justify-end">
      <div className="flex h-6 items-start whitespace-nowrap">{children}</div>
      <div
        className={cx("mb-6 w-full border-t-2", isThere ? "border-ok" : "border-dashed border-line-strong")}
      />
    </div>
  );
}
