/** Copies what an attempt at this event sends, as a curl command. */
import { downloadEventBody } from "@posthorn/contract/dashboard-api";
import type { Event } from "@posthorn/contract/events";
import { useQueryClient } from "@tanstack/react-query";
import { callForBytes } from "../../api/call.ts";
import { CopyCurl } from "../../payloads/copy-curl.tsx";
import { eventRawBodyQuery } from "../event-queries.ts";

export function CopyCurlButton({ event: { id, data } }: { event: Pick<Event, "id" | "data"> }) {
  const client = useQueryClient();
  if (!data) return null;
  const { method, url, headers } = data;
  return (
    <CopyCurl
      request={{ method, url, headers }}
      loadText={() => client.ensureQueryData(eventRawBodyQuery(id))}
      loadBytes={() => callForBytes(downloadEventBody, { params: { id } })}
    />
  );
}
