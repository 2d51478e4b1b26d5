/** Where do the mails of a test arrive? At a real SMTP server on loopback, which keeps and reads them. */
import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  to: string[];
  mail: Promise<Email>;
}

export interface Mailbox {
  /** As POSTHORN_SMTP_URL has it. */
  url: string;
  /** In the order of their arrival. */
  received: readonly ReceivedMail[];
  /** Waits for the first mail with this subject. Returns its text. */
  arrived(to: string, subject: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  const arrivals = new EventEmitter<{ mail: [] }>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, mail: PostalMime.parse(Buffer.concat(chunks)) });
        arrivals.emit("mail");
        done();
      });
    },
  });
  const server = smtp.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async arrived(to, subject) {
      for (let next = 0; ; next += 1) {
        while (received[next] === undefined) await once(arrivals, "mail");
        const mail = await received[next]?.mail;
        if (received[next]?.to.includes(to) && mail?.subject === subject) return mail.text ?? "";
      }
    },
    stop: () => new Promise((stopped) => smtp.close(() => stopped())),
  };
}
