/** What does a real SMTP server on loopback get, and what can a bad one do to us? */
import { once } from "node:events";
import { type AddressInfo, type Socket, createServer } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { type Issuer, certificate } from "../testing/peers.ts";
import { createMail } from "./mail.ts";

const FROM = "Posthorn <posthorn@example.com>";

let cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const step of cleanUp.splice(0)) step();
});

async function givenServer(secret?: Issuer) {
  const received: { to: string[]; mail: Promise<Email> }[] = [];
  const smtp = new SMTPServer({
    ...(secret && { ...secret, secure: true }),
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, mail: PostalMime.parse(Buffer.concat(chunks)) });
        done();
      });
    },
  });
  smtp.on("error", () => undefined); // a client that refuses the certificate hangs up in the middle of the handshake
  const server = smtp.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp.push(() => smtp.close());
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  return { url: `${secret ? "smtps" : "smtp"}://127.0.0.1:${port}`, received };
}

/** A server that writes whatever the test wants. */
async function givenBadServer(behave: (socket: Socket) => void) {
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("error", () => undefined); // the tests expect the client to cut the connection
    socket.once("close", () => closed.resolve());
    behave(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp.push(() => server.close());
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, closed: closed.promise };
}

test("a message arrives through the operator's server, although its address is private", async () => {
  const { url, received } = await givenServer();

  await createMail({ url, from: FROM }).send({
    to: ["ada@example.com"],
    subject: "Hello",
    text: "a & <b>",
    html: "<p>rich</p>",
  });

  expect(received.map(({ to }) => to)).toEqual([["ada@example.com"]]);
  expect(await received[0]?.mail).toMatchObject({
    from: { name: "Posthorn", address: "posthorn@example.com" },
    subject: "Hello",
    text: "a & <b>\n",
  });
});

test("one message reaches several people, as text and as HTML, under the id that it was given", async () => {
  const { url, received } = await givenServer();
  const to = ["ada@example.com", "grace@example.com"];

  await createMail({ url, from: FROM }).send({
    to,
    subject: "Hello",
    text: "plain",
    html: "<p>rich</p>",
    messageId: "<1@example.com>",
  });

  expect(received.map((each) => each.to)).toEqual([to]);
  expect(await received[0]?.mail).toMatchObject({ text: "plain\n", messageId: "<1@example.com>" });
  expect((await received[0]?.mail)?.html).toContain("<p>rich</p>");
});

test("smtps:// speaks TLS from the first byte, and trusts no certificate that the operator did not allow", async () => {
  const { url, received } = await givenServer(await certificate({}));
  const message = { to: ["ada@example.com"], subject: "Hello", text: "x", html: "x" };

  await expect(createMail({ url, from: FROM }).send(message)).rejects.toThrow("self-signed certificate");
  await createMail({ url: `${url}/?tls.rejectUnauthorized=false`, from: FROM }).send(message);

  expect(received).toHaveLength(1);
});

test("nothing in an address or a subject adds a recipient or a header", async () => {
  const { url, received } = await givenServer();
  const mail = createMail({ url, from: FROM });

  await mail.send({ to: ["ada@example.com"], subject: "Hi\r\nBcc: eve@example.com", text: "x", html: "x" });
  await mail
    .send({ to: ["ada@example.com, eve@example.com"], subject: "Hi", text: "x", html: "x" })
    .catch(() => undefined);

  expect(received.flatMap(({ to }) => to)).not.toContain("eve@example.com");
  expect((await received[0]?.mail)?.bcc).toBeUndefined();
});

test("a server that never comes to the point is given up at the deadline, and its connection is cut", async () => {
  const timers: NodeJS.Timeout[] = [];
  cleanUp.push(() => timers.forEach(clearInterval));
  const { url, closed } = await givenBadServer((socket) => {
    socket.write("220 hello\r\n");
    timers.push(setInterval(() => socket.write("250-still thinking\r\n"), 5));
  });
  const mail = createMail({ url, from: FROM }, { connectMs: 10_000, messageMs: 200 });

  await expect(mail.send({ to: ["ada@example.com"], subject: "Hi", text: "x", html: "x" })).rejects.toThrow(
    "did not take the message in time",
  );
  await closed;
});

test("a server that is not there, or hangs up, fails the message", async () => {
  const { url } = await givenBadServer((socket) => socket.destroy());

  for (const bad of [url, "smtp://127.0.0.1:1"]) {
    const sending = createMail({ url: bad, from: FROM }).send({
      to: ["a@example.com"],
      subject: "",
      text: "",
      html: "",
    });
    await expect(sending).rejects.toThrow();
  }
});
