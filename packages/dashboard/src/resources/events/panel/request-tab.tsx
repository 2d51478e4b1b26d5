/**
 * What does an attempt send? Body, headers and query.
 *
 * The body comes from the raw bytes, not from the parsed event, so that numbers, key order and duplicates are exact.
 */
import type { Event, EventData } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { eventRawBodyQuery } from "../event-queries.ts";
import { useSession } from "../../session/use-session.ts";
import { Callout } from "../../../ui/callout.tsx";
import { later } from "../../../ui/later.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { TextSkeleton } from "../../../ui/skeleton.tsx";
import { codingOf } from "../../payloads/content-coding.ts";
import { NamedValues } from "../../payloads/named-values.tsx";
import { PayloadBody } from "../../payloads/payload-body.tsx";
import { archivedText } from "./archival.ts";
import { BodyLoading } from "../../payloads/body-loading.tsx";

/** Few senders compress what they send. */
const CompressedBody = later(() => import("../../payloads/compressed-body.tsx")).component(
  (loaded) => loaded.CompressedBody,
  BodyLoading,
);

export interface RequestTabProps {
  event: Event;
  isComplete: boolean;
}

export function RequestTab({ event, isComplete }: RequestTabProps) {
  const { retention_days } = useSession().project;
  if (event.data) return <RequestData eventId={event.id} data={event.data} />;
  if (!isComplete) return <TextSkeleton label="request" lines={6} />;
  return (
    <Callout tone="off" title="Archived">
      {archivedText(retention_days)}
    </Callout>
  );
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
    <>
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
    </>
  );
}
