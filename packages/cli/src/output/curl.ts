/**
 * With which command does a person send a request without Posthorn?
 *
 * Pure. For a POSIX shell. Every value stands in single quotes. A body with characters that a terminal would act on when it is
 * pasted goes as base64: a sender could otherwise write a command that runs at once.
 */
import { OWN_HEADERS } from "../listen/local-server.ts";
import { printable, printableLines } from "./printable.ts";

export interface CurlRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
  /** The body as text; null if it is none. */
  text: string | null;
  /** The receiver's certificate is its own. */
  isInsecure: boolean;
}

export function curlOf({ method, url, headers, bytes, text, isInsecure }: CurlRequest): string {
  const isPlain = text !== null && printableLines(text) === text;
  const sent = Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name));
  const hasType = sent.some(([name]) => name.toLowerCase() === "content-type");
  const parts = [
    method === "HEAD" ? "curl --head" : `curl -X ${quoted(method)}`,
    ...(isInsecure ? ["--insecure"] : []),
    // Else curl would read [ and { in a link as patterns.
    `--globoff ${quoted(url)}`,
    ...sent.map(([name, value]) => `-H ${quoted(value === "" ? `${name};` : `${name}: ${value}`)}`),
    ...(bytes.length > 0 && !hasType ? ["-H 'content-type:'"] : []),
    ...(bytes.length === 0 ? [] : [isPlain ? `--data-raw ${quoted(text, true)}` : "--data-binary @-"]),
  ];
  const command = parts.join(" \\\n  ");
  return bytes.length === 0 || isPlain
    ? command
    : `printf %s '${bytes.toString("base64")}' | base64 -d | ${command}`;
}

function quoted(text: string, isBody = false): string {
  const safe = isBody ? text : printable(text);
  return /^[\w.-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", String.raw`'\''`)}'`;
}
