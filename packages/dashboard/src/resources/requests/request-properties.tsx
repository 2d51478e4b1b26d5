/** The facts about a request, as `Property` elements for a property list. */
import type { Request } from "@posthorn/contract/requests";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { linkClass } from "../../ui/link-class.ts";
import { Property } from "../../ui/property-list.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { whyGone } from "../../ui/entity-page/entity-gone.tsx";
import { sourceQuery } from "../sources/source-queries.ts";
import { CopyRequestCurl, pathAndQuery } from "./copy-request-curl.tsx";
import { RequestStatusBadge } from "./request-status-badge.tsx";
import { requestMethodQuery } from "./request-queries.ts";

function SourceLink({ id }: { id: string }) {
  const source = useQuery(sourceQuery(id));
  if (whyGone(source.error) !== null) return <span className="text-ink-3">Source deleted</span>;
  return (
    <Link to="/sources/$id" params={{ id }} className={`${linkClass} truncate`}>
      {source.data?.name ?? id}
    </Link>
  );
}

/** `POST /orders?page=2`: what the sender asked for, after the source's own part of the URL. */
function RequestLine({ request }: { request: Request }) {
  const method = useQuery(requestMethodQuery(request.id)).data?.method;
  const source = useQuery(sourceQuery(request.source_id)).data;
  const { data, rejection_cause } = request;
  if (!data) return "–";
  const line = `${method ?? ""} ${pathAndQuery(data) || "/"}`.trim();
  // The body of a request that was too large is not kept, so there is no command that would repeat it.
  const canRepeat = rejection_cause !== "PAYLOAD_TOO_LARGE";
  return (
    <>
      <span className="truncate" data-tooltip={line}>
        {line}
      </span>
      {method && source && canRepeat ? (
        <CopyRequestCurl requestId={request.id} method={method} data={data} source={source} />
      ) : null}
    </>
  );
}

function Verified({ verified }: Pick<Request, "verified">) {
  if (verified === null) return "Not checked";
  return <StatusBadge tone={verified ? "ok" : "bad"}>{verified ? "Yes" : "No"}</StatusBadge>;
}

/** What the panel shows beside the request's data. */
export function MainProperties({ request }: { request: Request }) {
  return (
    <>
      <Property name="Source">
        <SourceLink id={request.source_id} />
      </Property>
      <Property name="Received" isMono>
        <RequestLine request={request} />
      </Property>
      <Property name="Request Date">
        <Timestamp value={request.ingested_at ?? request.created_at} />
      </Property>
      <Property name="Verified">
        <Verified verified={request.verified} />
      </Property>
    </>
  );
}

/** Ids, counts and times. */
export function MoreProperties({ request }: { request: Request }) {
  return (
    <>
      <Property name="Status">
        <RequestStatusBadge request={request} isWhole />
      </Property>
      <Property name="ID" isMono copied={request.id}>
        <span className="truncate" data-tooltip={request.id}>
          {request.id}
        </span>
      </Property>
      <Property name="Source ID" isMono copied={request.source_id}>
        <span className="truncate" data-tooltip={request.source_id}>
          {request.source_id}
        </span>
      </Property>
      <Property name="Events">{request.events_count}</Property>
      <Property name="CLI Events">{request.cli_events_count}</Property>
      <Property name="Ignored">{request.ignored_count}</Property>
      <Property name="Retried">{request.retried ? "Yes" : "No"}</Property>
      <Property name="Updated">
        <Timestamp value={request.updated_at} />
      </Property>
    </>
  );
}
