/**
 * What did the connections make of a request? Events, each with its state, and ignored events, each with its cause.
 *
 * A connection made either one event or one ignored event of it. `limit` is how many of each a page shows.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import type { IgnoredEvent } from "@posthorn/contract/request-events";
import type { Request } from "@posthorn/contract/requests";
import { IGNORED_CAUSE_LABELS } from "@posthorn/contract/texts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import type { PageCursor } from "../../ui/list/list-url.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { StatusBadge, type Tone } from "../../ui/status-badge.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { connectionsQuery } from "../connections/connection-queries.ts";
import { routeWithName } from "../connections/route-words.ts";
import { EventStatusBadge } from "../events/event-status-badge.tsx";
import { useRefusal } from "../session/use-refusal.ts";
import { whyIgnored } from "./ignored-words.ts";
import { useRetryRequest } from "./request-actions.ts";
import { eventsMade } from "./request-outcome.ts";
import { ignoredEventsQuery, requestEventsQuery } from "./request-queries.ts";

export interface RequestEntriesProps {
  request: Request;
  limit: number;
  selectedId: string | undefined;
  /** A link to the event; the panel opens it in place. */
  renderEventLink: (event: Event, children: ReactNode) => ReactNode;
  /** The pages of events and of ignored events. Undefined: only the first ones are shown, with a link to all. */
  pages?: {
    events: PageCursor;
    ignored: PageCursor;
    onTurn: (which: "events" | "ignored", page: PageCursor) => void;
  };
}

const FIRST: PageCursor = {};

export function RequestEntries(props: RequestEntriesProps) {
  const { request, limit, pages } = props;
  const events = useQuery(requestEventsQuery(request.id, pages?.events ?? FIRST, limit));
  const ignored = useQuery(ignoredEventsQuery(request.id, pages?.ignored ?? FIRST, limit));
  const connections = useConnectionsOf([...(events.data?.models ?? []), ...(ignored.data?.models ?? [])]);
  const failed = events.error ?? ignored.error;
  if (failed && !(events.data && ignored.data))
    return <LoadFailed error={failed} onRetry={() => Promise.all([events.refetch(), ignored.refetch()])} />;
  if (!events.data || !ignored.data) return <TextSkeleton label="entries" lines={6} />;
  const isEmpty = events.data.models.length + ignored.data.models.length === 0;
  if (isEmpty && pages?.events.next === undefined) return <NoEntries request={request} />;
  return (
    <>
      <Section title="Events" count={eventsMade(request)}>
        {events.data.models.map((event) => (
          <Row key={event.id} isSelected={event.id === props.selectedId}>
            <Timestamp value={event.created_at} />
            <span className="@lg:w-36">
              <EventStatusBadge event={event} />
            </span>
            <span className="min-w-0 flex-1 truncate @max-lg:order-first @max-lg:basis-full">
              {props.renderEventLink(event, <ConnectionName id={event.webhook_id} {...connections} />)}
            </span>
          </Row>
        ))}
      </Section>
      <Pages which="events" page={events.data.pagination} {...props} />
      <Section title="Ignored events" count={request.ignored_count}>
        {ignored.data.models.map((one) => (
          <Row key={one.id} isSelected={one.id === props.selectedId}>
            <IgnoredEntry request={request} ignored={one} connections={connections} />
          </Row>
        ))}
      </Section>
      <Pages which="ignored" page={ignored.data.pagination} {...props} />
    </>
  );
}

function NoEntries({ request }: { request: Request }) {
  return (
    <p className="text-sm text-ink-2">
      {request.rejection_cause === null
        ? "No entries yet. The connections of the source decide about this request in a moment."
        : "No entries. A request that is not taken in makes no events."}
    </p>
  );
}

interface Names {
  byId: ReadonlyMap<string, Connection>;
  isKnown: boolean;
}

function useConnectionsOf(entries: readonly { webhook_id: string }[]): Names {
  const ids = [...new Set(entries.map(({ webhook_id }) => webhook_id))].toSorted();
  const { data, isSuccess } = useQuery({
    ...connectionsQuery({ id: ids, disabled: true, limit: ids.length }),
    enabled: ids.length > 0,
  });
  const byId = useMemo(() => new Map(data?.models.map((one) => [one.id, one])), [data]);
  return { byId, isKnown: isSuccess };
}

function ConnectionName({ id, byId, isKnown }: Names & { id: string }) {
  const connection = byId.get(id);
  if (connection) return routeWithName(connection);
  return isKnown ? "Connection Deleted" : id;
}

function Section({ title, count, children }: { title: string; count: number; children: ReactNode[] }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1.5 text-xs text-ink-2">
        {title} · {count}
      </h2>
      {children.length === 0 ? (
        <p className="text-sm text-ink-3">None</p>
      ) : (
        <ul className="@container rounded-md border border-line text-sm">{children}</ul>
      )}
    </section>
  );
}

function Row({ isSelected, children }: { isSelected: boolean; children: ReactNode }) {
  return (
    <li
      aria-current={isSelected || undefined}
      className="flex min-h-(--row-h) flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 last:border-b-0 aria-[current=true]:bg-sel"
    >
      {children}
    </li>
  );
}

/** A filter or a duplicate is what a person asked for; a failed transformation is not. */
const CAUSE_TONES: Record<IgnoredEvent["cause"], Tone> = {
  DISABLED: "hold",
  FILTERED: "off",
  TRANSFORMATION_FAILED: "bad",
  CLI_DISCONNECTED: "late",
  DUPLICATE: "off",
};

interface IgnoredEntryProps {
  request: Request;
  ignored: IgnoredEvent;
  connections: Names;
}

function IgnoredEntry({ request, ignored, connections }: IgnoredEntryProps) {
  const { mutate, isPending } = useRetryRequest();
  const refusal = useRefusal("send");
  const { cause, meta, webhook_id } = ignored;
  const isDeleted = connections.isKnown && !connections.byId.has(webhook_id);
  const why = refusal ?? (request.data === null ? "The request data is archived" : undefined);
  return (
    <>
      <StatusBadge tone={CAUSE_TONES[cause]}>{IGNORED_CAUSE_LABELS[cause]}</StatusBadge>
      <span className="min-w-0 flex-1 truncate @max-lg:order-first @max-lg:basis-full">
        {isDeleted ? (
          <span className="text-ink-3">Connection Deleted</span>
        ) : (
          <Link to="/connections/$id" params={{ id: webhook_id }} className={linkClass}>
            <ConnectionName id={webhook_id} {...connections} />
          </Link>
        )}
      </span>
      <Button
        size="sm"
        icon={<RotateCw aria-hidden />}
        isPending={isPending}
        disabledReason={why ?? (isDeleted ? "The connection was deleted" : undefined)}
        onClick={() => mutate({ request, webhook_ids: [webhook_id], isOneEntry: true })}
      >
        Retry
      </Button>
      <p className="w-full text-xs text-ink-2">
        {whyIgnored(ignored)}{" "}
        {meta !== null && "transformation_id" in meta ? (
          <Link
            to="/transformations/$id/executions"
            params={{ id: meta.transformation_id }}
            search={{ webhook_id: [webhook_id] }}
            className={linkClass}
          >
            See its executions
          </Link>
        ) : null}{" "}
        <Link
          to="/requests"
          search={{
            source_id: [request.source_id],
            cause: [cause],
            ...(meta !== null &&
              "transformation_id" in meta && { transformation_id: [meta.transformation_id] }),
          }}
          className={linkClass}
        >
          Show all ignored alike
        </Link>
      </p>
    </>
  );
}

interface PagesProps extends Pick<RequestEntriesProps, "pages" | "request"> {
  which: "events" | "ignored";
  page: PageCursor;
}

function Pages({ which, page: { next, prev }, pages, request }: PagesProps) {
  if (next === undefined && prev === undefined) return null;
  if (!pages)
    return next === undefined ? null : (
      <p className="text-sm">
        <Link to="/requests/$id/entries" params={{ id: request.id }} className={linkClass}>
          View all entries
        </Link>
      </p>
    );
  return (
    <Pagination
      onPrevious={prev === undefined ? undefined : () => pages.onTurn(which, { prev })}
      onNext={next === undefined ? undefined : () => pages.onTurn(which, { next })}
    />
  );
}
