/**
 * Which settings of a source's config did we ignore?
 *
 * Terraform and other clients send settings that no source has. The reply to the write names them, and so does the log.
 */
import type { Endpoint } from "@posthorn/contract/endpoint";
import type { Log } from "../../log.ts";
import type { Call } from "../call.ts";
import { droppedNames } from "../dropped-names.ts";
import { valueAt } from "../validation.ts";

/** The rest is only counted. */
const MOST_LOGGED = 20;

/** `path` leads to the config in the caller's input. */
export function withIgnoredSettings<Reply extends object>(
  reply: Reply,
  { team_id, sent, body }: Pick<Call<Endpoint>, "team_id" | "sent" | "body">,
  path: readonly string[],
  log: Log,
): Reply & { warnings?: string[] } {
  const names = droppedNames(valueAt(sent.body, path), valueAt(body, path), path);
  if (names.length === 0) return reply;
  log.warn("source.settings_ignored", { team_id, count: names.length, names: names.slice(0, MOST_LOGGED) });
  return {
    ...reply,
    warnings: names.map((name) => `${name} is not a setting of sources, so it was ignored`),
  };
}
