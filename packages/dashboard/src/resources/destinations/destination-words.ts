/** How are the settings of a destination written for people? */
import type { DestinationAuthType } from "@posthorn/contract/destination-auth";
import type { Destination, DestinationType, RateLimitPeriod } from "@posthorn/contract/destinations";

export const DESTINATION_TYPE_LABELS: Record<DestinationType, string> = {
  HTTP: "HTTP",
  CLI: "CLI",
  MOCK_API: "Mock API",
};

/** The default signs every delivery, but asks nothing of the destination; people call that no authentication. */
export const DESTINATION_AUTH_LABELS: Record<DestinationAuthType, string> = {
  HOOKDECK_SIGNATURE: "No auth",
  CUSTOM_SIGNATURE: "Custom signature",
  BASIC_AUTH: "Basic auth",
  API_KEY: "API key",
  BEARER_TOKEN: "Bearer token",
  OAUTH2_CLIENT_CREDENTIALS: "OAuth2 client credentials",
  OAUTH2_AUTHORIZATION_CODE: "OAuth2 authorization code",
  AWS_SIGNATURE: "AWS signature",
  GCP_SERVICE_ACCOUNT: "GCP service account",
};

const RATE_PERIOD_LABELS: Record<RateLimitPeriod, string> = {
  second: "per second",
  minute: "per minute",
  hour: "per hour",
  concurrent: "concurrent",
};

/** `5 per second`, `10 concurrent`; `Default` if there is no limit of its own. */
export function maxDeliveryRate({ config }: Pick<Destination, "config">): string {
  const { rate_limit, rate_limit_period = "second" } = config;
  return rate_limit == null ? "Default" : `${rate_limit} ${RATE_PERIOD_LABELS[rate_limit_period]}`;
}

export function deliveryMethod({ config }: Pick<Destination, "config">): string {
  return config.http_method ?? "Default (matches request)";
}
