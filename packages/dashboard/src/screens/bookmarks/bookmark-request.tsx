/**
 * Which data does a bookmark keep? Connection and path, then body, headers and query.
 *
 * The body comes from the raw bytes, not from the parsed data, so that numbers, key order and duplicates are exact.
 */
import type { Bookmark } from "@posthorn/contract/bookmarks";
import type { ShortEventData } from "@posthorn/contract/requests";
import { useQuery } from "@tanstack/react-query";
import { bookmarkRawBodyQuery } from "../../resources/bookmarks/bookmark-queries.ts";
import { codingOf } from "../../resources/payloads/content-coding.ts";
import { PayloadBody } from "../../resources/payloads/payload-body.tsx";
import { NamedValues } from "../../resources/payloads/named-values.tsx";
import { Redactions } from "../../resources/payloads/redactions.tsx";
import { useSession } from "../../resources/session/use-session.ts";
import { Callout } from "../../ui/callout.tsx";
import { later } from "../../ui/later.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Property, PropertyList } from "../../ui/property-list.tsx";
import { ConnectionLink } from "./connection-link.tsx";
import type { RouteNameProps } from "./route-name.tsx";
import { BodyLoading } from "../../resources/payloads/body-loading.tsx";

/** Few senders compress what they send. */
const CompressedBody = later(() => import("../../resources/payloads/compressed-body.tsx")).component(
  (loaded) => loaded.CompressedBody,
  BodyLoading,
);

export interface BookmarkRequestProps extends RouteNameProps {
  bookmark: Bookmark;
}

export function BookmarkRequest({ bookmark, connection }: BookmarkRequestProps) {
  const { retention_days } = useSession().project;
  const { id, data } = bookmark;
  const path = data ? data.path || "/" : undefined;
  return (
    <>
      <PropertyList>
        <Property name="Connection">
          <ConnectionLink bookmark={bookmark} connection={connection} />
        </Property>
        {path === undefined ? null : (
          <Property name="Path" isMono copied={path}>
            {path}
          </Property>
        )}
        {data === null ? null : (
          <Property name="Retention">Kept, outside the {retention_days} days archival window</Property>
        )}
      </PropertyList>
      <p className="text-sm text-ink-2">
        Replay sends this request through the connection again, rules included, as a new event.
      </p>
      {data === null ? (
        <Callout tone="off" title="Archived">
          The request data of this bookmark is no longer available.
        </Callout>
      ) : (
        <StoredData key={id} id={id} data={data} />
      )}
    </>
  );
}

function StoredData({ id, data }: { id: string; data: ShortEventData }) {
  const coding = codingOf(data.headers);
  const body = useQuery({ ...bookmarkRawBodyQuery(id), enabled: coding === null });
  const headers = Object.entries(data.headers).map(([name, value]) => ({ name, value }));
  const query = [...new URLSearchParams(data.query ?? "")].map(([name, value]) => ({ name, value }));
  const contentType = headers.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? null;
  return (
    <Redactions redaction={data.redaction}>
      {coding !== null ? (
        <CompressedBody owner="bookmark" id={id} coding={coding} contentType={contentType} />
      ) : body.data ? (
        <PayloadBody text={body.data.body} contentType={contentType} />
      ) : body.isError ? (
        <LoadFailed error={body.error} onRetry={body.refetch} />
      ) : (
        <BodyLoading />
      )}
      <NamedValues title="Headers" entries={headers} />
      {query.length > 0 ? <NamedValues title="Query" entries={query} /> : null}
    </Redactions>
  );
}
