/** Which channels are there? A new one is a file, a line here, and its place in the contract. */
import type { NotificationProvider } from "@posthorn/contract/team-integrations";
import type { ChannelDeps, ConnectedChannel, NotificationChannel } from "./channel.ts";
import { createDiscord } from "./discord.ts";
import { createEmail } from "./email.ts";
import { createMicrosoftTeams } from "./microsoft-teams.ts";
import { createOpsgenie } from "./opsgenie.ts";
import { createPagerDuty } from "./pagerduty.ts";
import { createSlack } from "./slack.ts";

export type NotificationChannels = Readonly<
  { email: NotificationChannel } & Record<NotificationProvider, ConnectedChannel>
>;

export function createChannels(deps: ChannelDeps): NotificationChannels {
  return {
    email: createEmail(deps),
    slack: createSlack(deps),
    microsoft_teams: createMicrosoftTeams(deps),
    discord: createDiscord(deps),
    pagerduty: createPagerDuty(deps),
    opsgenie: createOpsgenie(deps),
  };
}
