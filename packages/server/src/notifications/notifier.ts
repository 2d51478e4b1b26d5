/**
 * How does a message reach a channel of a project?
 *
 * Opens the settings of the integration, if the channel has one, and hands the message to the channel. Whatever a channel
 * throws is logged here and becomes a failure like any other, so one channel never stops another.
 */
import type { Channel } from "@posthorn/contract/issue-triggers";
import {
  NOTIFICATION_PROVIDER_NAMES,
  type NotificationProvider,
  TeamIntegrationInput,
} from "@posthorn/contract/team-integrations";
import { newId } from "../ids.ts";
import type { Log } from "../log.ts";
import type { Queryable } from "../store/database.ts";
import type { Audience } from "../store/notifications.ts";
import type { Sealer } from "../store/seal.ts";
import { type TeamIntegrationRow, findTeamIntegration, recordMessage } from "../store/team-integrations.ts";
import { type ChannelDeps, type Failure, PROVIDER_URLS, type Telling, failed } from "./channel.ts";
import { createChannels } from "./channels.ts";
import { testMessage } from "./message.ts";
import { readAddresses } from "./told-issues.sql.ts";

export interface Notifier {
  hasMailServer: boolean;
  /** The first contact with a provider. Null: it went well. */
  verify: (provider: NotificationProvider, configs: unknown) => Promise<string | null>;
  hasAlerts: (channel: Channel) => boolean;
  /** False: the operator has set up no mail server, and the channel is email. */
  canTell: (channel: Channel) => boolean;
  /** Null: the message has arrived. */
  tell: (audience: Audience, telling: Telling) => Promise<Failure | null>;
  sendTest: (audience: Audience) => Promise<string | null>;
}

export interface NotifierDeps extends Pick<ChannelDeps, "call" | "mail" | "publicUrl"> {
  db: Queryable;
  log: Log;
  sealer: Pick<Sealer, "open">;
  urls?: ChannelDeps["urls"];
}

export function createNotifier({ db, log, sealer, urls = PROVIDER_URLS, ...deps }: NotifierDeps): Notifier {
  const channels = createChannels({
    ...deps,
    urls,
    addressesOf: (team_id) => readAddresses(db, team_id),
  });

  async function guarded(channel: Channel, work: () => Promise<Failure | null>): Promise<Failure | null> {
    try {
      const failure = await work();
      if (failure?.cause !== undefined) log.warn("notification.failed", { channel, error: failure.cause });
      return failure;
    } catch (error) {
      log.warn("notification.failed", { channel, error });
      return failed("Posthorn could not send the message. The operator finds the reason in the log.");
    }
  }

  function opened({ id, team_id, provider, configs }: TeamIntegrationRow): unknown {
    const plain: unknown = JSON.parse(sealer.open(configs, "team_integrations.configs", { team_id, id }));
    return TeamIntegrationInput.parse({ provider, configs: plain }).configs;
  }

  async function tellProvider(
    { team_id, settings }: Audience,
    provider: NotificationProvider,
    telling: Telling,
  ): Promise<Failure | null> {
    const integration = await findTeamIntegration(db, team_id, provider);
    const name = NOTIFICATION_PROVIDER_NAMES[provider];
    if (!integration) return failed(`${name} is not connected. Connect it under Settings, Integrations.`);
    const failure = await guarded(provider, () =>
      channels[provider].tell(telling, { team_id, settings, configs: opened(integration) }),
    );
    await recordMessage(db, integration.id, failure?.error ?? null);
    return failure;
  }

  const tell: Notifier["tell"] = (audience, telling) =>
    audience.channel === "email"
      ? guarded("email", () => channels.email.tell(telling, { ...audience, configs: null }))
      : tellProvider(audience, audience.channel, telling);

  return {
    hasMailServer: deps.mail !== null,
    verify: async (provider, configs) =>
      (await guarded(provider, () => channels[provider].verify(configs)))?.error ?? null,
    hasAlerts: (channel) => channels[channel].hasAlerts,
    canTell: (channel) => channel !== "email" || deps.mail !== null,
    tell,
    async sendTest(audience) {
      const id = newId();
      const telling = { message: testMessage(deps.publicUrl), subject_id: id, message_id: id };
      const failure = await tell(audience, { kind: "test", ...telling });
      if (failure === null && channels[audience.channel].hasAlerts)
        await tell(audience, { kind: "end", ...telling });
      return failure?.error ?? null;
    },
  };
}
