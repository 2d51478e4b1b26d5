/**
 * How does a message reach a person's mailbox?
 *
 * Only through the operator's SMTP server. The address guard does not check that server: the operator configures it, it
 * is usually in a private network, and nothing that a user or a sender writes changes where we connect. Messages are
 * plain text, so the name that a person typed can add neither a header nor markup. One try, with one deadline; the
 * caller decides what a failure means.
 */
import { Socket } from "node:net";
import { createTransport } from "nodemailer";
import type { Config } from "../config.ts";

/** An orderly stop waits for messages that are being sent, so a message has less time than a stop. */
const PATIENCE = { connectMs: 10_000, messageMs: 20_000 };

export interface Message {
  to: string;
  subject: string;
  text: string;
}

export interface Mail {
  send: (message: Message) => Promise<void>;
}

export function createMail({ url, from }: NonNullable<Config["smtp"]>, patience = PATIENCE): Mail {
  return {
    async send({ to, subject, text }) {
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
      // The library takes an object as one address, but splits a string at commas.
      const sending = transport.sendMail({ from, to: { name: "", address: to }, subject, text });
      try {
        await Promise.race([sending, late.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
