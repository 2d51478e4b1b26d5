/** Is a delivery rate above what the project may send at all? Then the project's maximum holds, and the form says so. */
import type { RateLimitPeriod } from "@posthorn/contract/destinations";

const PERIOD_SECONDS = { second: 1, minute: 60, hour: 3600 };

/** Null if it is not above. `concurrent` limits open requests and cannot be compared. */
export function rateWarning(
  rate: number | null,
  period: RateLimitPeriod,
  mostPerSecond: number | null,
): string | null {
  if (rate === null || mostPerSecond === null || period === "concurrent") return null;
  if (rate / PERIOD_SECONDS[period] <= mostPerSecond) return null;
  return `This is above the project's maximum of ${mostPerSecond} events per second, which holds in any case.`;
}
