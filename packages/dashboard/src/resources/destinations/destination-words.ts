/** How are the settings of a destination written for people? */
import type { Destination, DestinationType, RateLimitPeriod } from "@posthorn/contract/destinations";

export const DESTINATION_TYPE_LABELS: Record<DestinationType, string> = {
  HTTP: "HTTP",
  CLI: "CLI",
  MOCK_API: "Mock API",
};

export const RATE_PERIOD_LABELS: Record<RateLimitPeriod, string> = {
  second: "per second",
  minute: "per minute",
  hour: "per hour",
  concurrent: "concurrent",
};

const BRIEF_PERIODS: Record<RateLimitPeriod, string> = {
  second: "/ s",
  minute: "/ min",
  hour: "/ h",
  concurrent: "concurrent",
};

/** `HTTP · 50 / s`; without a limit of its own only the type. */
export function kindAndRate({ type, config }: Pick<Destination, "type" | "config">): string {
  const { rate_limit, rate_limit_period = "second" } = config;
  const kind = DESTINATION_TYPE_LABELS[type];
  return rate_limit == null ? kind : `${kind} · ${rate_limit} ${BRIEF_PERIODS[rate_limit_period]}`;
}

/** `5 per second`, `10 concurrent`; `Default` if there is no limit of its own. */
export function maxDeliveryRate({ config }: Pick<Destination, "config">): string {
  const { rate_limit, rate_limit_period = "second" } = config;
  return rate_limit == null ? "Default" : `${rate_limit} ${RATE_PERIOD_LABELS[rate_limit_period]}`;
}

export function deliveryMethod({ config }: Pick<Destination, "config">): string {
  return config.http_method ?? "Default (matches request)";
}
