/**
 * Copies a request as a curl command that sends it to its source once more. Takes the body from the cache, or loads it
 * on the click; a body that is not text is loaded as bytes. The code that writes the command always comes with the click.
 */
import { downloadRequestBody } from "@posthorn/contract/dashboard-api";
import type { ShortEventData } from "@posthorn/contract/requests";
import type { Source } from "@posthorn/contract/sources";
import { useQueryClient } from "@tanstack/react-query";
import { Terminal } from "lucide-react";
import { copyText } from "../../ui/copy-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import { callForBytes } from "../api/call.ts";
import { exactBody } from "../payloads/exact-body.ts";
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
  const copy = async () => {
    let body: string | Uint8Array;
    let command: typeof import("../payloads/curl-command.ts");
    try {
      const stored = client.ensureQueryData(requestRawBodyQuery(requestId));
      command = await import("../payloads/curl-command.ts");
      body = await exactBody((await stored).body, () =>
        callForBytes(downloadRequestBody, { params: { id: requestId } }),
      );
    } catch (error) {
      toast.error("The body could not be loaded", { description: firstMessage(error) });
      return;
    }
    const path = data.path === "/" ? "" : data.path;
    const url = source.url + pathAndQuery({ path, query: data.query });
    await copyText(
      command.curlCommand({ method, url, headers: data.headers, body }),
      "Copied cURL command to clipboard",
    );
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
