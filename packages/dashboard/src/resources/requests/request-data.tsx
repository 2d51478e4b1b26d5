/**
 * What did the sender send? Body, headers and query.
 *
 * The body comes from the raw bytes, not from the parsed request, so that numbers, key order and duplicates are exact.
 */
import type { ProofPart } from "@posthorn/contract/causes";
import type { Request, ShortEventData } from "@posthorn/contract/requests";
import { useQuery } from "@tanstack/react-query";
import { Callout } from "../../ui/callout.tsx";
import { later } from "../../ui/later.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { codingOf } from "../payloads/content-coding.ts";
import { NamedValues } from "../payloads/named-values.tsx";
import { Redactions } from "../payloads/redactions.tsx";
import { requestRawBodyQuery } from "./request-queries.ts";
import { PastArchive } from "../plans/past-archive.tsx";
import { BodyLoading } from "../payloads/body-loading.tsx";

/** The list comes without it; it loads with the first request that a person opens. */
const PayloadBody = later(() => import("../payloads/payload-body.tsx")).component(
  (loaded) => loaded.PayloadBody,
  BodyLoading,
);

/** Few senders compress what they send. */
const CompressedBody = later(() => import("../payloads/compressed-body.tsx")).component(
  (loaded) => loaded.CompressedBody,
  BodyLoading,
);

export interface RequestDataProps {
  request: Request;
}

export function RequestData({ request }: RequestDataProps) {
  // A row of the list has no data; null means that there is none any more.
  if (request.data === undefined) return <TextSkeleton label="request" lines={6} />;
  if (request.data === null)
    return (
      <Callout tone="off" title="Archived">
        <PastArchive what="request" />
      </Callout>
    );
  return <StoredData request={request} data={request.data} />;
}

function contentTypeOf({ headers }: ShortEventData): string | null {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? null;
}

/** Marks the header or parameter for which a request was not verified. */
const CHECKED = {
  mark: "Checked",
  markMeaning: "The source looked here for the proof of the sender, and did not accept it",
};

function StoredData({ request, data }: RequestDataProps & { data: ShortEventData }) {
  const looked = request.verification_failure?.looked_at;
  const lookedAt = (part: ProofPart, name: string) =>
    looked?.part === part && looked.name === name.toLowerCase();
  const headers = Object.entries(data.headers).map(([name, value]) => ({
    name,
    value,
    isMarked: lookedAt("header", name),
  }));
  const query = [...new URLSearchParams(data.query ?? "")].map(([name, value]) => ({
    name,
    value,
    isMarked: lookedAt("query", name),
  }));
  return (
    <Redactions redaction={data.redaction}>
      {request.rejection_cause === "PAYLOAD_TOO_LARGE" ? (
        <Callout tone="off" title="No body">
          The body was larger than the limit, so it was not kept.
        </Callout>
      ) : data.redaction?.body_removed ? null : (
        <StoredBody requestId={request.id} data={data} />
      )}
      <NamedValues {...CHECKED} title="Headers" part="headers" entries={headers} />
      {query.length > 0 ? (
        <NamedValues {...CHECKED} title="Query" part="parsed_query" entries={query} />
      ) : null}
    </Redactions>
  );
}

function StoredBody({ requestId, data }: { requestId: string; data: ShortEventData }) {
  const coding = codingOf(data.headers);
  const contentType = contentTypeOf(data);
  const body = useQuery({ ...requestRawBodyQuery(requestId), enabled: coding === null });
  if (coding !== null)
    return <CompressedBody owner="request" id={requestId} coding={coding} contentType={contentType} />;
  if (body.isError) return <LoadFailed error={body.error} onRetry={body.refetch} />;
  if (!body.data) return <BodyLoading />;
  return <PayloadBody text={body.data.body} contentType={contentType} />;
}
