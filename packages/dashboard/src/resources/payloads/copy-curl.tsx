/**
 * Copies a request as a curl command.
 *
 * The body comes from the cache, or loads on the click. A body that is not text loads as bytes: the API returns bodies as
 * text, in which such bytes became replacement characters. The code that writes the command always comes with the click.
 */
import { Terminal } from "lucide-react";
import { copyText } from "../../ui/copy-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.ts";
import { firstMessage } from "../api/api-failure.ts";
import type { CurlRequest } from "./curl-command.ts";

const REPLACEMENT = "\ufffd";

export interface CopyCurlProps {
  request: Omit<CurlRequest, "body">;
  loadText: () => Promise<{ body: string }>;
  loadBytes: () => Promise<Uint8Array>;
}

export function CopyCurl({ request, loadText, loadBytes }: CopyCurlProps) {
  const copy = async () => {
    let command: string;
    try {
      const [{ body: text }, { curlCommand }] = await Promise.all([loadText(), import("./curl-command.ts")]);
      const body = text.includes(REPLACEMENT) ? await loadBytes() : text;
      command = curlCommand({ ...request, body });
    } catch (error) {
      toast.error("The body could not be loaded", { description: firstMessage(error) });
      return;
    }
    await copyText(command, "Copied cURL command to clipboard");
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
