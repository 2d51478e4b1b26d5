/** Which features of a plan must there be before a project can connect a provider? One that is connected stays. */
import { isNotificationProvider, type Provider } from "@posthorn/contract/team-integrations";

export const NOTIFICATION_FEATURES = ["all_integrations"] as const;
export const METRICS_FEATURES = ["metrics", "metrics_export"] as const;

export function featuresOf(provider: Provider): typeof NOTIFICATION_FEATURES | typeof METRICS_FEATURES {
  return isNotificationProvider(provider) ? NOTIFICATION_FEATURES : METRICS_FEATURES;
}
