/** Tests only: a view with the events that a test wants. */
import type { Connection } from "@posthorn/contract/connections";
import type { Attempt } from "../messages.ts";
import { readTarget } from "../target.ts";
import { type KeptEvents, createKeptEvents } from "./kept-events.ts";
import type { View } from "./view.ts";

export const NOON = new Date(2026, 0, 2, 12, 0, 0);

export function attemptOf(number: number, more: Partial<Attempt> = {}): Attempt {
  return {
    event_id: `evt_${number}`,
    attempt_id: `atm_${number}`,
    webhook_id: "web_1",
    method: "POST",
    path: `/orders/${number}`,
    headers: { accept: "*/*", "content-type": "application/json", "x-posthorn-attempt-count": "2" },
    body: Buffer.from(`{"number":${number}}`),
    timeoutMs: 1_000,
    ...more,
  };
}

// Safe: the view reads these fields of a connection.
const CONNECTIONS = ["shop", "billing"].map((name, at) => ({
  id: `web_${at + 1}`,
  name: `cli-${name}`,
  full_name: `${name} -> cli-${name}`,
  source: { id: `src_${at + 1}`, name, url: `https://hooks.example.com/e/src_${at + 1}` },
  destination: { id: "des_1", name: `cli-${name}`, type: "CLI", config: { path: "/" } },
})) as unknown as Connection[];

export function viewOf(
  kept: KeptEvents,
  more: Partial<View> = {},
  sources: readonly string[] = ["shop"],
): View {
  return {
    columns: 110,
    rows: 32,
    title: "listen 3000 shop",
    projectName: "Shop",
    place: {
      connections: CONNECTIONS.filter(({ source }) => sources.includes(source.name)),
      target: readTarget("3000"),
      dashboard: "http://localhost:4400",
    },
    link: { is: "connected", roundTripMs: 38.4 },
    isLocalThere: true,
    missed: null,
    notice: null,
    events: kept.list(),
    counts: kept.counts,
    limits: kept.limits,
    selected: null,
    page: "list",
    tab: "request",
    scroll: 0,
    search: "",
    isTyping: false,
    filter: { only: "all" },
    command: "",
    nowMs: NOON.getTime() + 2_500,
    ...more,
  };
}

export function keptOf(...attempts: readonly Attempt[]): KeptEvents {
  const kept = createKeptEvents();
  for (const attempt of attempts) kept.add(attempt, NOON);
  return kept;
}
