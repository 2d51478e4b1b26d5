/**
 * With which command does a person send the request of an event to their server again, without Posthorn?
 *
 * Pure. For a POSIX shell. Every value stands in single quotes. A body with characters that a terminal would act on when it is
 * pasted goes as base64: a sender could otherwise write a command that runs at once.
 */
import { printable, printableLines } from "../../output/printable.ts";
import { OWN_HEADERS } from "../local-server.ts";
import type { Target } from "../target.ts";
import { type KeptEvent, textOf } from "./kept-events.ts";

/** Null if the body is not kept as a whole. */
export function curlCommand({ attempt, body }: KeptEvent, target: Target): string | null {
  if (body.isGone || body.bytes.length < body.length) return null;
  const { method, path, headers } = attempt;
  const text = textOf(body);
  const isPlain = text !== null && printableLines(text) === text;
  const sent = Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name));
  const hasType = sent.some(([name]) => name.toLowerCase() === "content-type");
  const parts = [
    method === "HEAD" ? "curl --head" : `curl -X ${quoted(method)}`,
    ...(target.isTls && target.isLoopback ? ["--insecure"] : []),
    // Else curl would read [ and { in a link as patterns.
    `--globoff ${quoted(target.url + path)}`,
    ...sent.map(([name, value]) => `-H ${quoted(value === "" ? `${name};` : `${name}: ${value}`)}`),
    ...(body.length > 0 && !hasType ? ["-H 'content-type:'"] : []),
    ...(body.length === 0 ? [] : [isPlain ? `--data-raw ${quoted(text, true)}` : "--data-binary @-"]),
  ];
  const command = parts.join(" \\\n  ");
  return body.length === 0 || isPlain
    ? command
    : `printf %s '${body.bytes.toString("base64")}' | base64 -d | ${command}`;
}

function quoted(text: string, isBody = false): string {
  const safe = isBody ? text : printable(text);
  return /^[\w.-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", String.raw`'\''`)}'`;
}
