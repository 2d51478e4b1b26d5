/**
 * How does a message reach a person's mailbox?
 *
 * Through the operator's SMTP server and nothing else. Messages are plain text: what a person typed as
 * their name can neither add a header nor markup. One try, with deadlines; who sends decides what a
 * failure means.
 */
import { createTransport } from "nodemailer";
import type { Config } from "../../config.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;

export interface Message {
  to: string;
  subject: string;
  text: string;
}

export interface Mail {
  send: (message: Message) => Promise<void>;
}

export function createMail({ url, from }: NonNullable<Config["smtp"]>): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      // An address object is taken as one address; a string would be split at commas.
      await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
    },
  };
}
