/** Which options did the command line set? */
import { parseArgs } from "node:util";

export const PARTS = [
  "ceiling",
  "fsync",
  "bare",
  "relay",
  "durable",
  "full",
  "filter",
  "transform",
  "sandbox",
  "verify",
  "fanout",
  "failing",
  "latency",
  "bulk",
  "backlog",
  "starts",
  "search",
  "metrics",
  "unpause",
  "cli-listen",
  "costs",
  "processes",
] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  rounds: number;
  /** How long each rate is measured in each round. */
  seconds: number;
  connections: number;
  bodyBytes: number;
  /** For `unpause`: events that are held. */
  heldEvents: number;
  only: ReadonlySet<Part>;
  /** For `latency`: requests per second; null for half of the full path's rate. */
  ratePerSecond: number | null;
  jsonFile: string | null;
  profileDir: string | null;
  /** Another checkout to compare this one with; null for the usual report. */
  against: string | null;
  /** Compare this checkout with itself without these; null for the usual report. */
  itselfWithout: "counters" | "triggers" | null;
}

export const USAGE = `npm run bench -- [flags]
  --rounds <n>        how often each figure is measured; the median counts (3)
  --seconds <n>       how long each rate is measured in each round (5)
  --connections <n>   keep-alive connections of the load generator (64)
  --body <bytes>      size of each request's JSON body (1024)
  --held <n>          events that are held before unpause (1000000)
  --only <parts>      some of ${PARTS.join(",")} (all)
  --rate <n>          requests per second for latency (half of the full path's rate)
  --json <file>       writes the figures there as JSON too
  --profile <dir>     has the gateway write CPU profiles there
  --against <dir>     compares this checkout with another one, in pairs of measurements
  --uncounted         compares this checkout with itself without counters, in pairs of measurements
  --untriggered       compares this checkout with itself without issue triggers, in pairs of measurements`;

/** Throws an error whose message says what to fix. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "5" },
      connections: { type: "string", default: "64" },
      body: { type: "string", default: "1024" },
      held: { type: "string", default: "1000000" },
      only: { type: "string", default: PARTS.join(",") },
      rate: { type: "string" },
      json: { type: "string" },
      profile: { type: "string" },
      against: { type: "string" },
      uncounted: { type: "boolean", default: false },
      untriggered: { type: "boolean", default: false },
    },
  });
  const count = (name: "rounds" | "connections" | "body" | "held", least = 1): number => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= least) return value;
    throw new Error(`--${name} must be a whole number from ${least}, not "${values[name]}"`);
  };
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error(`--seconds must be a number above 0, not "${values.seconds}"`);
  const isPart = (name: string): name is Part => PARTS.some((part) => part === name);
  const names = values.only.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => !isPart(name));
  if (unknown.length > 0) throw new Error(`--only knows ${PARTS.join(", ")}, not "${unknown.join(", ")}"`);
  const only = new Set(names.filter(isPart));

  const ratePerSecond = values.rate === undefined ? null : Number(values.rate);
  if (ratePerSecond !== null && !(ratePerSecond > 0)) throw new Error("--rate must be a number above 0");
  if (only.has("latency") && !only.has("full") && ratePerSecond === null) {
    throw new Error("--only latency needs full as well, or a --rate, to know how much half of the load is");
  }
  const comparisons = [values.uncounted, values.untriggered, values.against !== undefined];
  if (comparisons.filter(Boolean).length > 1)
    throw new Error("--uncounted, --untriggered and --against are comparisons of their own: choose one");
  return {
    rounds: count("rounds"),
    seconds,
    connections: count("connections"),
    bodyBytes: count("body", 128),
    heldEvents: count("held"),
    only,
    ratePerSecond,
    jsonFile: values.json ?? null,
    profileDir: values.profile ?? null,
    against: values.against ?? null,
    itselfWithout: values.uncounted ? "counters" : values.untriggered ? "triggers" : null,
  };
}
