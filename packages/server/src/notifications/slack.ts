/**
 * How does a message reach Slack?
 *
 * A bot's token posts to the channel that the trigger names (`chat.postMessage`). An incoming webhook has one channel,
 * whatever the trigger says. The bot's answer is 200 even for a failure, with a code in its body. All text of ours is
 * escaped, and blocks show it as plain text: a name can neither mention anybody nor add a link.
 */
import { SlackConfigs } from "@posthorn/contract/team-integrations";
import * as z from "zod/mini";
import type { CallProvider } from "../outbound/provider-call.ts";
import {
  type ChannelDeps,
  type ConnectedChannel,
  type Failure,
  failed,
  failureOf,
  postOf,
} from "./channel.ts";
import { type Message, connectedMessage, cut } from "./message.ts";

/** Slack's own bounds. */
const HEADER_MAX_CHARACTERS = 150;
const BLOCK_MAX_CHARACTERS = 3_000;

const WEBHOOK_WORDS = {
  403: "Slack refused the webhook (403). Create a new one and connect Slack again.",
  404: "Slack does not know this webhook or its channel (404). Create a new one and connect Slack again.",
  410: "The channel of this webhook is archived (410). Create a webhook for another channel and connect Slack again.",
};

const NEW_TOKEN = "Slack does not accept the token. Connect Slack again with a new one.";
const ERROR_WORDS: Readonly<Record<string, (channel: string) => string>> = {
  channel_not_found: (channel) =>
    `Slack does not know the channel "${channel}". Correct its name in the issue trigger; to a private channel, invite the bot first.`,
  not_in_channel: (channel) => `The bot is not in the channel "${channel}". Invite it there.`,
  is_archived: (channel) => `The channel "${channel}" is archived. Name another one in the issue trigger.`,
  missing_scope: () => "The token lacks the scope chat:write. Add it to the app and install the app again.",
  ratelimited: () => "Slack accepts no more messages for now. Posthorn tries again.",
  invalid_auth: () => NEW_TOKEN,
  not_authed: () => NEW_TOKEN,
  account_inactive: () => NEW_TOKEN,
  token_revoked: () => NEW_TOKEN,
  token_expired: () => NEW_TOKEN,
};

const Answer = z.object({ ok: z.boolean(), error: z.optional(z.string()) });

export function createSlack({ call, urls, publicUrl }: ChannelDeps): ConnectedChannel {
  const ask = (method: string, token: string, body: object, channel: string) =>
    askBot(
      call,
      postOf(`${urls.slack}/api/${method}`, body, [["authorization", `Bearer ${token}`]]),
      channel,
    );
  const post = async (webhook_url: string, message: Message) =>
    failureOf("Slack", await call(postOf(webhook_url, bodyOf(message))), WEBHOOK_WORDS);

  return {
    hasAlerts: false,
    verify(given) {
      const configs = SlackConfigs.parse(given);
      return "token" in configs
        ? ask("auth.test", configs.token, {}, "")
        : post(configs.webhook_url, connectedMessage(publicUrl));
    },
    async tell({ message }, { configs: given, settings }) {
      const configs = SlackConfigs.parse(given);
      if (!("token" in configs)) return post(configs.webhook_url, message);
      const channel = settings.channel_name ?? "";
      if (channel === "") return failed("The issue trigger names no Slack channel. Name one there.");
      return ask("chat.postMessage", configs.token, { channel, ...bodyOf(message) }, channel);
    },
  };
}

async function askBot(
  call: CallProvider,
  asked: Parameters<CallProvider>[0],
  channel: string,
): Promise<Failure | null> {
  const answer = await call(asked);
  const failure = failureOf("Slack", answer);
  if (failure || "error" in answer) return failure;
  const read = Answer.safeParse(jsonOf(answer.body));
  if (!read.success) return failed("Slack answered with something that is not its API.");
  if (read.data.ok) return null;
  const words = ERROR_WORDS[read.data.error ?? ""];
  return failed(words ? words(channel) : "Slack refused the message.");
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

/** `text` is what a phone shows in its preview. The link is a text and no button, because a button needs a server. */
function bodyOf({ title, lines, url, link }: Message): object {
  return {
    text: escaped(title),
    blocks: [
      plainBlock("header", cut(title, HEADER_MAX_CHARACTERS)),
      plainBlock("section", cut(lines.join("\n"), BLOCK_MAX_CHARACTERS)),
      { type: "section", text: { type: "mrkdwn", text: `<${url}|${link}>` } },
    ],
  };
}

function plainBlock(type: "header" | "section", text: string): object {
  return { type, text: { type: "plain_text", text, emoji: false } };
}

/** The three characters that mean something in Slack's text. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
