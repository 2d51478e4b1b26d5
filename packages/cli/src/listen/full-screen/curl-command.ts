/** With which command does a person send the request of an event to their server again, without Posthorn? Pure. */
import { curlOf } from "../../output/curl.ts";
import type { Target } from "../target.ts";
import { type KeptEvent, textOf } from "./kept-events.ts";

/** Null if the body is not kept as a whole. */
export function curlCommand({ attempt, body }: KeptEvent, target: Target): string | null {
  if (body.isGone || body.bytes.length < body.length) return null;
  const { method, path, headers } = attempt;
  return curlOf({
    method,
    url: target.url + path,
    headers,
    bytes: body.bytes,
    text: textOf(body),
    isInsecure: target.isTls && target.isLoopback,
  });
}
