/** Copies what an attempt at an event sent, as a curl command. */
import { downloadEventBody } from "@posthorn/contract/dashboard-api";
import type { EventData } from "@posthorn/contract/events";
import { useQueryClient } from "@tanstack/react-query";
import { callForBytes } from "../../api/call.ts";
import { CopyCurl } from "../../payloads/copy-curl.tsx";
import { eventRawBodyQuery } from "../event-queries.ts";

export interface CopyCurlButtonProps {
  eventId: string;
  /** Null if it is archived, undefined while it is not known. */
  request: EventData | null | undefined;
}

export function CopyCurlButton({ eventId: id, request }: CopyCurlButtonProps) {
  const client = useQueryClient();
  if (!request) return null;
  const { method, url, headers } = request;
  return (
    <CopyCurl
      request={{ method, url, headers }}
      loadText={() => client.ensureQueryData(eventRawBodyQuery(id))}
      loadBytes={() => callForBytes(downloadEventBody, { params: { id } })}
    />
  );
}
