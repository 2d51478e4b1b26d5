/** Which feature of a plan does a provider need before a project can connect it? One that is connected stays. */
import { isNotificationProvider, type Provider } from "@posthorn/contract/team-integrations";

export function featureOf(provider: Provider): "all_integrations" | "metrics_export" {
  return isNotificationProvider(provider) ? "all_integrations" : "metrics_export";
}
