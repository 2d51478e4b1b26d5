/**
 * What does a person read while the client listens?
 *
 * Pure: one line for each event and for each change of the connection. `quiet` leaves out what went well.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Paint } from "../output/paint.ts";
import { printable } from "../output/printable.ts";
import { pairsText } from "../output/table.ts";
import { isFine } from "./messages.ts";
import type { Done } from "./display.ts";
import type { Missed } from "./missed.ts";
import type { Target } from "./target.ts";

export const MODES = ["interactive", "compact", "quiet"] as const;
export type LineMode = Exclude<(typeof MODES)[number], "interactive">;

export interface Place {
  connections: readonly Connection[];
  target: Target;
  dashboard: string;
}

export function bannerText({ connections, target, dashboard }: Place, paint: Paint): string {
  const sources = new Map(connections.map(({ source }) => [source.id, source]));
  const rows = [...sources.values()].map((source): [string, string] => [
    "Source",
    `${source.url}  ${source.name}`,
  ]);
  const ways = connections.map(({ name, full_name, destination }): [string, string] => [
    "Forwards to",
    `${target.url}${(destination.config.path ?? "/").replace(/\/$/, "")}  ${name ?? full_name}`,
  ]);
  return pairsText([...rows, ...ways, ["Dashboard", `${dashboard}/events/cli`]], (text) =>
    paint("dim", text),
  );
}

/** Null: nothing is said of it in this mode. */
export function eventText(
  { attempt, outcome, tookMs, at }: Done,
  mode: LineMode,
  paint: Paint,
): string | null {
  const hasSucceeded = isFine(outcome);
  if (mode === "quiet" && hasSucceeded) return null;
  const status = "status" in outcome ? String(outcome.status) : outcome.problem;
  const mark = hasSucceeded ? paint("green", `✓ ${status}`) : paint("red", `✗ ${printable(status)}`);
  const words = [
    paint("dim", timeOf(at)),
    mark,
    printable(attempt.method),
    printable(attempt.path),
    paint("dim", `${Math.round(tookMs)} ms`),
    paint("dim", printable(attempt.event_id)),
  ];
  return `${words.join("  ")}\n`;
}

/** By the clock of the machine: `14:32:01`. */
export function timeOf(at: Date): string {
  return [at.getHours(), at.getMinutes(), at.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

export function missedText({ events, requests, hasMore }: Missed, dashboard: string): string {
  if (events + requests === 0) return "Nothing was missed.";
  const more = hasMore ? "at least " : "";
  const parts = [
    ...(events > 0 ? [`${more}${counted(events, "event")} failed (${dashboard}/events/cli)`] : []),
    ...(requests > 0
      ? [`${more}${counted(requests, "request")} made no event (${dashboard}/requests/cli)`]
      : []),
  ];
  return `Missed meanwhile: ${parts.join(", ")}. You can send them again there.`;
}

export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
