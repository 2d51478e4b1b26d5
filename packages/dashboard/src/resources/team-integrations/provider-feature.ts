/** Which features of a plan does one provider need? A file of its own, because pages of metrics need no schemas of providers. */
import { isNotificationProvider, type Provider } from "@posthorn/contract/team-integrations";
import { METRICS_FEATURES, NOTIFICATION_FEATURES } from "./connecting-features.ts";

export function featuresOf(provider: Provider): typeof NOTIFICATION_FEATURES | typeof METRICS_FEATURES {
  return isNotificationProvider(provider) ? NOTIFICATION_FEATURES : METRICS_FEATURES;
}
