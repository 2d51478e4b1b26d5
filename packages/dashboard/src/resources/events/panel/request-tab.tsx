/**
 * What did an attempt send? Body, headers and query: of the chosen attempt, or of the newest.
 *
 * The body comes from the raw bytes, not from the parsed event, so that numbers, key order and duplicates are exact.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Event, EventData } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { eventRawBodyQuery } from "../event-queries.ts";
import { Callout } from "../../../ui/callout.tsx";
import { later } from "../../../ui/later.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { TextSkeleton } from "../../../ui/skeleton.tsx";
import { codingOf } from "../../payloads/content-coding.ts";
import { NamedValues } from "../../payloads/named-values.tsx";
import { PayloadBody } from "../../payloads/payload-body.tsx";
import { Redactions } from "../../payloads/redactions.tsx";
import { useAttempts } from "../use-attempts.ts";
import { useSentRequest } from "../use-sent-request.ts";
import { PastArchive } from "../../plans/past-archive.tsx";
import { BodyLoading } from "../../payloads/body-loading.tsx";

/** Few senders compress what they send. */
const CompressedBody = later(() => import("../../payloads/compressed-body.tsx")).component(
  (loaded) => loaded.CompressedBody,
  BodyLoading,
);

export interface RequestTabProps {
  event: Event;
  /** Whether `event` is the server's full answer, not only the row of the list. */
  isComplete: boolean;
  connection: Connection | undefined;
  attemptId?: string | undefined;
}

export function RequestTab({ event, isComplete, connection, attemptId }: RequestTabProps) {
  const { data, error, onRetry } = useSentRequest(event, attemptId);
  if (data)
    return (
      <>
        <AsOf event={event} connection={connection} attemptId={attemptId} />
        <RequestData eventId={event.id} data={data} />
      </>
    );
  if (error) return <LoadFailed error={error} onRetry={onRetry} />;
  if (data === undefined && (attemptId !== undefined || !isComplete))
    return <TextSkeleton label="request" lines={6} />;
  return (
    <Callout tone="off" title="Archived">
      <PastArchive what="event" />
    </Callout>
  );
}

/** Says where the request differs from what a destination got: before the first attempt, and after a change. */
function AsOf({ event, connection, attemptId }: Omit<RequestTabProps, "isComplete">) {
  const attempts = useAttempts(event).data?.models;
  if (event.attempts === 0)
    return <p className="text-sm text-ink-2">Not sent yet. The first attempt will send this.</p>;
  const attempt = attemptId === undefined ? attempts?.[0] : attempts?.find(({ id }) => id === attemptId);
  if (!attempt || !connection || !isChangedSince(attempt.created_at, connection)) return null;
  return (
    <p className="text-sm text-ink-2">
      The source, connection or destination was changed after this attempt. Headers with their names, the
      signature and credentials are shown as of now.
    </p>
  );
}

function isChangedSince(at: string, connection: Connection): boolean {
  const { source, destination } = connection;
  return [connection, source, destination].some(({ updated_at }) => updated_at > at);
}

function headerOf({ headers }: EventData, name: string): string | null {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

function RequestData({ eventId, data }: { eventId: string; data: EventData }) {
  const coding = codingOf(data.headers);
  const contentType = headerOf(data, "content-type");
  const body = useQuery({ ...eventRawBodyQuery(eventId), enabled: coding === null });
  const added = new Set(data.appended_headers.map((name) => name.toLowerCase()));
  const headers = Object.entries(data.headers).map(([name, value]) => ({
    name,
    value,
    isMarked: added.has(name.toLowerCase()),
  }));
  const query = [...new URLSearchParams(data.query ?? "")].map(([name, value]) => ({ name, value }));
  return (
    <Redactions redaction={data.redaction}>
      {coding !== null ? (
        <CompressedBody owner="event" id={eventId} coding={coding} contentType={contentType} />
      ) : body.data ? (
        <PayloadBody text={body.data.body} contentType={contentType} />
      ) : body.isError ? (
        <LoadFailed error={body.error} onRetry={body.refetch} />
      ) : (
        <BodyLoading />
      )}
      <NamedValues
        title="Headers"
        part="headers"
        entries={headers}
        mark="Added"
        markMeaning="Added by Posthorn to the delivery"
      />
      {query.length > 0 ? <NamedValues title="Query" part="parsed_query" entries={query} /> : null}
    </Redactions>
  );
}
