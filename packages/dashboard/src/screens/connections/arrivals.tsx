/**
 * What has arrived so far? A drawing of the wire from source to destination, then the latest events and the requests that
 * became no event.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import { DEFAULT_ALLOWED_HTTP_METHODS } from "@posthorn/contract/sources";
import { Link } from "@tanstack/react-router";
import type { Arrival } from "../../resources/connections/arrival-queries.ts";
import { EventStatusBadge } from "../../resources/events/event-status-badge.tsx";
import { LiveState } from "../../ui/live-state.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { useDelayed } from "../../ui/use-delayed.ts";
import { ArrivalWire } from "./arrival-wire.tsx";
import { missedRequests, type MissedRequest } from "./missed-request.ts";
import { wireOf } from "./wire-state.ts";

/** After this time, the sender probably uses the wrong URL or method. */
const HELP_AFTER_MS = 30_000;

export interface ArrivalsProps {
  connection: Connection;
  /** The latest first. */
  events: readonly Event[];
  /** The latest first. */
  requests: readonly Arrival[];
  isReconnecting: boolean;
}

export function Arrivals({ connection, events, requests, isReconnecting }: ArrivalsProps) {
  const wire = wireOf(connection, events, requests);
  const missed = missedRequests(requests);
  const isLong = useDelayed(wire.state === "waiting", HELP_AFTER_MS);
  return (
    <section aria-label="Arrivals" className="rounded-lg border border-line bg-bg">
      <div className="flex items-center justify-between gap-3 px-4 pt-3">
        <h3 className="text-sm font-medium">Arrivals</h3>
        <LiveState state={isReconnecting ? "reconnecting" : "live"} everySeconds={2} />
      </div>
      <div className="px-4 pt-3 pb-4">
        <ArrivalWire from={connection.source.name} to={connection.destination.name} state={wire.state} />
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> is for results of a form */}
        <div role="status" className="mt-3 min-h-11 text-center">
          <p className="text-base font-semibold">{wire.title}</p>
          <p className="text-sm text-ink-2">
            {isLong
              ? `Nothing yet. Check that the sender uses this URL and one of ${(connection.source.config.allowed_http_methods ?? DEFAULT_ALLOWED_HTTP_METHODS).join(", ")}.`
              : wire.text}
          </p>
        </div>
      </div>
      {events.length === 0 ? null : (
        <ArrivalList label="Latest events">
          {events.map((event) => (
            <EventArrival key={event.id} event={event} />
          ))}
        </ArrivalList>
      )}
      {missed.length === 0 ? null : (
        <ArrivalList label="Requests without an event">
          {missed.map((request) => (
            <MissedArrival key={request.id} request={request} />
          ))}
        </ArrivalList>
      )}
    </section>
  );
}

function ArrivalList({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <ul aria-label={label} className="border-t border-line bg-surface text-sm last:rounded-b-lg">
      {children}
    </ul>
  );
}

const ROW =
  "flex min-h-(--row-h) animate-[rise_150ms_ease-out] items-center gap-x-4 gap-y-0.5 border-b border-line px-4 last:border-b-0 max-sm:flex-wrap max-sm:py-2";

const ID_LINK =
  "mono min-w-0 truncate text-ink-2 underline decoration-line-strong underline-offset-2 hover:text-ink sm:ml-auto";

function EventArrival({ event }: { event: Event }) {
  return (
    <li className={ROW}>
      <Timestamp value={event.created_at} />
      <EventStatusBadge event={event} />
      <Link to="/events/$id" params={{ id: event.id }} className={ID_LINK}>
        {event.id}
      </Link>
    </li>
  );
}

function MissedArrival({ request: { id, created_at, kind, cause, why } }: { request: MissedRequest }) {
  return (
    <li className={ROW}>
      <Timestamp value={created_at} />
      <StatusBadge tone={kind === "rejected" ? "bad" : "off"}>{cause}</StatusBadge>
      <span className="min-w-0 truncate text-ink-2" data-tooltip={why}>
        {why}
      </span>
      <Link to="/requests/$id" params={{ id }} className={ID_LINK}>
        {id}
      </Link>
    </li>
  );
}
