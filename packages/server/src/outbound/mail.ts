/**
 * How does a message reach a person's mailbox?
 *
 * Only through the operator's SMTP server. The address guard does not check that server: the operator configures it, it
 * is usually in a private network, and nothing that a user or a sender writes changes where we connect. The library
 * encodes headers, so the name that a person typed adds none; `mail/letter.ts` writes the HTML and escapes it. One try,
 * with one deadline; the caller decides what a failure means.
 */
import { Socket } from "node:net";
import { createTransport } from "nodemailer";
import type { Config } from "../config.ts";

/** An orderly stop waits for messages that are being sent, so a message has less time than a stop. */
const PATIENCE = { connectMs: 10_000, messageMs: 20_000 };

export interface Message {
  /** The server may refuse some of them: one that it takes is enough. */
  to: readonly string[];
  subject: string;
  text: string;
  /** The same words. */
  html: string;
  /** `<unique@host>`. Mailboxes drop a second message with the same one. */
  messageId?: string;
  /** Where a reader stops messages of this kind. */
  unsubscribeUrl?: string;
}

/**
 * A machine must not answer a machine: two that do never stop. The first is the standard (RFC 3834), the second is
 * Exchange's. Only NDR is missing there: the operator wants to know that a mailbox does not exist.
 */
const ANSWERS_UNWANTED = {
  "Auto-Submitted": "auto-generated",
  "X-Auto-Response-Suppress": "DR, RN, NRN, OOF, AutoReply",
};

export interface Mail {
  send: (message: Message) => Promise<void>;
}

export interface MailReadiness {
  /** Without user and password. */
  server: string;
  trouble: string | null;
  /** The server answers, but not to this user. */
  isRefused: boolean;
}

/** Connects and signs in as for a message, and sends none. */
export async function verifyMail(
  { url }: Pick<NonNullable<Config["smtp"]>, "url">,
  patience = PATIENCE,
): Promise<MailReadiness> {
  const server = new URL(url).host;
  const transport = createTransport({
    url,
    connectionTimeout: patience.connectMs,
    greetingTimeout: patience.connectMs,
    socketTimeout: patience.connectMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.verify();
    return { server, trouble: null, isRefused: false };
  } catch (error) {
    const isRefused = error instanceof Error && "code" in error && error.code === "EAUTH";
    return { server, trouble: error instanceof Error ? error.message : String(error), isRefused };
  } finally {
    transport.close();
  }
}

export function createMail({ url, from }: NonNullable<Config["smtp"]>, patience = PATIENCE): Mail {
  return {
    async send({ to, unsubscribeUrl, ...content }) {
      const socket = new Socket();
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        late.reject(new Error("The mail server did not take the message in time"));
        socket.destroy();
      }, patience.messageMs);
      // One transport for each message, so that its deadline cuts only its own connection.
      const transport = createTransport({
        url,
        socket,
        connectionTimeout: patience.connectMs,
        greetingTimeout: patience.connectMs,
        socketTimeout: patience.messageMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const sending = transport.sendMail({
        ...content,
        from,
        headers: ANSWERS_UNWANTED,
        ...(unsubscribeUrl !== undefined && { list: { unsubscribe: unsubscribeUrl } }),
        // The library takes an object as one address, but splits a string at commas.
        to: to.map((address) => ({ name: "", address })),
      });
      try {
        await Promise.race([sending, late.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
