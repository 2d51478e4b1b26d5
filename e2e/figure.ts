/** One line of the report: a budget, what was measured for it, and how much it may be. */
import type { Browser } from "@playwright/test";
import type { SignedIn } from "./session.ts";

export interface Figure {
  /** Its number in the UX bar. */
  budget: string;
  what: string;
  measured: number;
  limit: number;
  unit: "kB" | "ms" | "";
}

/** What a measurement needs to open a page of its own. */
export interface Visit {
  browser: Browser;
  storageState: SignedIn;
  url: string;
  /** A list with a full first page. */
  events: string;
}

/** How much slower the CPU is made: as it is, and as on a phone. */
export const THROTTLES = [1, 4] as const;

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
