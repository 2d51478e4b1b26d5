/** Copies a request as a curl command that sends it to its source once more. */
import { downloadRequestBody } from "@posthorn/contract/dashboard-api";
import type { ShortEventData } from "@posthorn/contract/requests";
import type { Source } from "@posthorn/contract/sources";
import { useQueryClient } from "@tanstack/react-query";
import { callForBytes } from "../api/call.ts";
import { CopyCurl } from "../payloads/copy-curl.tsx";
import { requestRawBodyQuery } from "./request-queries.ts";

export interface CopyRequestCurlProps {
  requestId: string;
  method: string;
  data: ShortEventData;
  source: Pick<Source, "url">;
}

/** The part of a URL that the sender has chosen: `/orders?page=2`. */
export function pathAndQuery({ path, query }: Pick<ShortEventData, "path" | "query">): string {
  return `${path}${query ? `?${query.replace(/^\?/, "")}` : ""}`;
}

export function CopyRequestCurl({ requestId, method, data, source }: CopyRequestCurlProps) {
  const client = useQueryClient();
  const path = data.path === "/" ? "" : data.path;
  const url = source.url + pathAndQuery({ path, query: data.query });
  return (
    <CopyCurl
      request={{ method, url, headers: data.headers }}
      loadText={() => client.ensureQueryData(requestRawBodyQuery(requestId))}
      loadBytes={() => callForBytes(downloadRequestBody, { params: { id: requestId } })}
    />
  );
}
