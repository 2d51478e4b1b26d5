/**
 * Copies the request as a curl command. Takes the body from the cache, or loads it on the click; a body that is not text
 * is loaded as bytes.
 */
import { downloadEventBody } from "@posthorn/contract/dashboard-api";
import type { Event } from "@posthorn/contract/events";
import { useQueryClient } from "@tanstack/react-query";
import { Terminal } from "lucide-react";
import { toast } from "../../../ui/toast.ts";
import { firstMessage } from "../../api/api-failure.ts";
import { callForBytes } from "../../api/call.ts";
import { eventRawBodyQuery } from "../event-queries.ts";
import { copyText } from "../../../ui/copy-button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { curlCommand } from "../../payloads/curl-command.ts";
import { exactBody } from "../../payloads/exact-body.ts";

export function CopyCurlButton({ event: { id, data } }: { event: Pick<Event, "id" | "data"> }) {
  const client = useQueryClient();
  if (!data) return null;
  const copy = async () => {
    let body: string | Uint8Array;
    try {
      const { body: text } = await client.ensureQueryData(eventRawBodyQuery(id));
      body = await exactBody(text, () => callForBytes(downloadEventBody, { params: { id } }));
    } catch (error) {
      toast.error("The body could not be loaded", { description: firstMessage(error) });
      return;
    }
    const { method, url, headers } = data;
    await copyText(curlCommand({ method, url, headers, body }), "Copied cURL command to clipboard");
  };
  return (
    <IconButton
      size="sm"
      label="Copy as cURL"
      icon={<Terminal />}
      onClick={() => void copy()}
      className="-my-1"
    />
  );
}
