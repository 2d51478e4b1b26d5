/**
 * How does a message reach Microsoft Teams?
 *
 * As an Adaptive Card, posted to the address of a workflow ("Post to a channel when a webhook request is received").
 * The workflow has one channel, whatever the trigger says. Text runs are shown as they are, so a name adds no markup.
 */
import { MicrosoftTeamsConfigs } from "@posthorn/contract/team-integrations";
import { type ChannelDeps, type ConnectedChannel, failureOf, postOf } from "./channel.ts";
import { type Message, connectedMessage } from "./message.ts";

const NEW_ADDRESS = "Copy the address of the workflow again and connect Microsoft Teams with it.";
const WORDS = {
  400: "The workflow is turned off, or does not accept a card (400). Turn it on in Microsoft Teams.",
  401: `The workflow refused the signature of its address (401). ${NEW_ADDRESS}`,
  403: `The workflow refused the call (403). ${NEW_ADDRESS}`,
  404: `There is no such workflow any more (404). ${NEW_ADDRESS}`,
  410: `There is no such workflow any more (410). ${NEW_ADDRESS}`,
};

export function createMicrosoftTeams({ call, publicUrl }: ChannelDeps): ConnectedChannel {
  const post = async (configs: unknown, message: Message) => {
    const { webhook_url } = MicrosoftTeamsConfigs.parse(configs);
    return failureOf("Microsoft Teams", await call(postOf(webhook_url, cardOf(message))), WORDS);
  };
  return {
    hasAlerts: false,
    verify: (configs) => post(configs, connectedMessage(publicUrl)),
    tell: ({ message }, { configs }) => post(configs, message),
  };
}

function cardOf({ title, lines, url, link }: Message): object {
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            textBlock({ text: title, weight: "Bolder", size: "Medium" }),
            ...lines.map((text) => textBlock({ text })),
          ],
          actions: [{ type: "Action.OpenUrl", title: link, url }],
        },
      },
    ],
  };
}

/** A TextBlock would read Markdown. */
function textBlock(run: { text: string; weight?: string; size?: string }): object {
  return { type: "RichTextBlock", inlines: [{ type: "TextRun", ...run }] };
}
