/** How many events and ignored events did this process make since it started? */
import type { RoutedRow } from "./routed-row.ts";

export interface RoutedCounts {
  events: number;
  ignored: number;
}

export function countRouted(counts: RoutedCounts, rows: readonly RoutedRow[]): void {
  for (const { written } of rows) {
    counts.events += written.events.length;
    counts.ignored += written.ignored.length;
  }
}
