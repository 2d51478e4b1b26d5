/**
 * How does a message reach Discord?
 *
 * As an embed, posted to the address of a webhook. The webhook has one channel, whatever the trigger says. Nobody is
 * mentioned, and characters that mean something in Discord's Markdown are escaped.
 */
import { DiscordConfigs } from "@posthorn/contract/team-integrations";
import { type ChannelDeps, type ConnectedChannel, failureOf, postOf } from "./channel.ts";
import { type Message, cut } from "./message.ts";

/** Discord's own bounds. */
const TITLE_MAX_CHARACTERS = 256;
const TEXT_MAX_CHARACTERS = 4_096;

const NEW_WEBHOOK = "Create a new one and connect Discord again.";
const WORDS = {
  401: `Discord refused the webhook (401). ${NEW_WEBHOOK}`,
  403: `Discord refused the webhook (403). ${NEW_WEBHOOK}`,
  404: `The webhook or its channel was deleted (404). ${NEW_WEBHOOK}`,
};

export function createDiscord({ call }: ChannelDeps): ConnectedChannel {
  return {
    hasAlerts: false,
    async verify(configs) {
      const { webhook_url } = DiscordConfigs.parse(configs);
      return failureOf(
        "Discord",
        await call({ url: webhook_url, method: "GET", headers: [], body: null }),
        WORDS,
      );
    },
    async tell({ message }, { configs }) {
      const { webhook_url } = DiscordConfigs.parse(configs);
      return failureOf("Discord", await call(postOf(webhook_url, bodyOf(message))), WORDS);
    },
  };
}

function bodyOf({ title, lines, url }: Message): object {
  return {
    embeds: [
      {
        title: cut(escaped(title), TITLE_MAX_CHARACTERS),
        description: cut(escaped(lines.join("\n")), TEXT_MAX_CHARACTERS),
        url,
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\*_~`|[\]()<>#]/g, String.raw`\$&`);
}
