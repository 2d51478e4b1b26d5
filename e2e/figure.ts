/** One line of the report: a budget, the measured value, and its limit. */
import type { Browser } from "@playwright/test";
import type { SignedIn } from "./session.ts";

export interface Figure {
  /** Its number in the UX bar. */
  budget: string;
  what: string;
  measured: number;
  limit: number;
  unit: "kB" | "MB" | "ms" | "";
}

/** What a measurement needs to open a page of its own. */
export interface Visit {
  browser: Browser;
  storageState: SignedIn;
  url: string;
  /** The address of a list with a full first page. */
  events: string;
}

/** By how much we slow down the CPU: not at all, and to the speed of a phone. */
export const THROTTLES = [1, 4] as const;

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
