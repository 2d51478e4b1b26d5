/** The requests of two events side by side: body, headers, and where they were sent. */
import type { Event } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { Callout } from "../../ui/callout.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { CompareWindow, ComparedParts } from "../payloads/compare-window.tsx";
import { requestParts } from "../payloads/compared-parts.ts";
import { codingOf } from "../payloads/content-coding.ts";
import { contentQuery } from "../payloads/content-query.ts";
import { eventQuery, eventRawBodyQuery } from "./event-queries.ts";
import { PastArchive } from "../plans/past-archive.tsx";
import { EventMissing, isMissing } from "./panel/event-missing.tsx";

export interface CompareEventsProps {
  beforeId: string;
  afterId: string;
  onClose: () => void;
}

export function CompareEvents({ beforeId, afterId, onClose }: CompareEventsProps) {
  const before = useCompared(beforeId);
  const after = useCompared(afterId);
  return (
    <CompareWindow
      title="Compare events"
      before={<EventName id={beforeId} event={before.event} />}
      after={<EventName id={afterId} event={after.event} />}
      onClose={onClose}
    >
      <Requests before={before} after={after} />
    </CompareWindow>
  );
}

function EventName({ id, event }: { id: string; event: Event | undefined }) {
  return (
    <>
      <span className="mono">{id}</span>
      {event ? (
        <>
          {" "}
          · <Timestamp value={event.created_at} className="text-ink-2" />
        </>
      ) : null}
    </>
  );
}

type Compared = ReturnType<typeof useCompared>;

function useCompared(id: string) {
  const event = useQuery({ ...eventQuery(id), refetchInterval: false });
  const data = event.data?.data;
  const coding = data ? codingOf(data.headers) : null;
  const raw = useQuery({ ...eventRawBodyQuery(id), enabled: data != null && coding === null });
  const content = useQuery({ ...contentQuery("event", id), enabled: coding !== null });
  const body = coding === null ? raw : content;
  return {
    event: event.data,
    body:
      coding === null
        ? raw.data?.body
        : content.data && (content.data.content ?? `The body is compressed (${coding}) and cannot be shown`),
    failure: event.isError && !event.data ? event : body.isError ? body : null,
  };
}

function Requests({ before, after }: { before: Compared; after: Compared }) {
  const failure = before.failure ?? after.failure;
  if (isMissing(failure?.error)) return <EventMissing />;
  if (failure?.error) return <LoadFailed error={failure.error} onRetry={failure.refetch} />;
  if (before.event?.data === null || after.event?.data === null)
    return (
      <div className="p-4">
        <Callout tone="off" title="Archived">
          <PastArchive what="event" />
        </Callout>
      </div>
    );
  if (!before.event?.data || !after.event?.data || before.body === undefined || after.body === undefined)
    return (
      <div className="p-4">
        <TextSkeleton label="requests" lines={6} />
      </div>
    );
  return (
    <ComparedParts
      parts={requestParts(
        { data: before.event.data, body: before.body },
        { data: after.event.data, body: after.body },
      )}
    />
  );
}
