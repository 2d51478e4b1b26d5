/** Where does an integration send to? A bot posts where each trigger says; a webhook has one channel of its own. */
import type { Channel } from "@posthorn/contract/issue-triggers";
import type { TeamIntegration } from "@posthorn/contract/team-integrations";

export function isBot(channel: Channel, configs: TeamIntegration["configs"]): boolean {
  return channel === "slack" && configs.host === undefined;
}

/** What a card shows of it. Null if there is nothing to show. */
export function placeOf({ provider, configs }: Pick<TeamIntegration, "provider" | "configs">): string | null {
  if (provider === "slack" && isBot(provider, configs)) return "Bot";
  if (configs.url !== undefined) return new URL(configs.url).host;
  if (configs.region !== undefined) return `Region ${configs.region.toUpperCase()}`;
  return configs.site ?? configs.host ?? null;
}
