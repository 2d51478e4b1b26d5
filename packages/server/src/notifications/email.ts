/**
 * How does a message reach the mailboxes of a project's people?
 *
 * One mail to everybody who may enter the project. Its Message-ID is the same if it is sent once more, so a mailbox can
 * drop the copy. `mail/issue-news.ts` says what the mail has beside the message.
 */
import { createHash } from "node:crypto";
import { issueNewsLetter } from "../mail/issue-news.ts";
import { writeLetter } from "../mail/letter.ts";
import { type ChannelDeps, type NotificationChannel, failed } from "./channel.ts";

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
      const { title, lines, url, link } = message;
      const letter = issueNewsLetter({ title, lines, link: { label: link, url } }, { publicUrl });
      try {
        await Promise.all(
          inParts(addresses).map((to) =>
            mail.send({
              to,
              ...writeLetter(letter),
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
