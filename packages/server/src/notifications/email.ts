/**
 * How does a message reach the mailboxes of a project's people?
 *
 * One mail to everybody who may enter the project, as plain text and as HTML. Its Message-ID is the same if it is sent
 * once more, so a mailbox can drop the copy. The text begins with the title, so the preview of a phone or a watch says what
 * is wrong even where it leaves out the subject.
 */
import { createHash } from "node:crypto";
import { type ChannelDeps, type NotificationChannel, failed } from "./channel.ts";
import type { Message } from "./message.ts";

/** Mail servers refuse more in one go. */
const RECIPIENTS_MAX = 50;

export function createEmail({ mail, addressesOf, publicUrl }: ChannelDeps): NotificationChannel {
  const { hostname } = new URL(publicUrl);
  return {
    hasAlerts: false,
    async tell({ message, message_id }, { team_id }) {
      if (!mail) return failed("Posthorn has no mail server. The operator sets it with POSTHORN_SMTP_URL.");
      const addresses = await addressesOf(team_id);
      if (addresses.length === 0) return null;
      try {
        await Promise.all(
          inParts(addresses).map((to) =>
            mail.send({
              to,
              subject: message.title,
              text: plainText(message),
              html: html(message),
              messageId: `<${hashOf([message_id, ...to])}@${hostname}>`,
            }),
          ),
        );
        return null;
      } catch (cause) {
        return {
          ...failed("The mail server did not take the message. The operator finds the reason in the log."),
          cause,
        };
      }
    },
  };
}

function inParts(addresses: readonly string[]): string[][] {
  const count = Math.ceil(addresses.length / RECIPIENTS_MAX);
  return Array.from({ length: count }, (_, part) =>
    addresses.slice(part * RECIPIENTS_MAX, (part + 1) * RECIPIENTS_MAX),
  );
}

function hashOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

function plainText({ title, lines, url, link }: Message): string {
  return [title, ...lines, "", `${link}: ${url}`, ""].join("\n");
}

function html({ title, lines, url, link }: Message): string {
  const paragraphs = lines.map((line) => `<p style="margin:0 0 8px">${escaped(line)}</p>`);
  return [
    `<div style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;max-width:560px">`,
    `<p style="margin:0 0 8px"><strong>${escaped(title)}</strong></p>`,
    ...paragraphs,
    `<p style="margin:16px 0"><a href="${escaped(url)}">${escaped(link)}</a></p>`,
    `</div>`,
    "",
  ].join("\n");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
