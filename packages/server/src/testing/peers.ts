/**
 * Which far ends behave badly, and how?
 *
 * Servers on loopback below HTTP: they write raw bytes, or speak TLS with a bad certificate. `startFarEnd` is a
 * well-behaved far end.
 */
import { once } from "node:events";
import { type AddressInfo, type Server, type Socket, createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import selfsigned from "selfsigned";

export interface Peer {
  /** `http://127.0.0.1:port`. */
  url: string;
  /** The same with https and a name. */
  tlsUrl: string;
  close: () => void;
}

async function listening(server: Server, sockets: Set<Socket>): Promise<Peer> {
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined); // the other side may hang up at any time
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    tlsUrl: `https://localhost:${port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** `answer` is called once the first bytes of a request have arrived. */
export function startRawPeer(answer: (socket: Socket) => void): Promise<Peer> {
  const server = createServer((socket) => socket.once("data", () => answer(socket)));
  return listening(server, new Set());
}

export interface Certificate {
  key: string;
  /** The certificate, and those of its issuers that the server sends. */
  cert: string;
}

export function startTlsPeer({ key, cert }: Certificate): Promise<Peer> {
  const server = createTlsServer({ key, cert }, (socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
  });
  server.on("tlsClientError", () => undefined); // the test expects the client to refuse
  return listening(server, new Set());
}

export interface NewCertificate {
  name?: string;
  isAuthority?: boolean;
  keyType?: "ec" | "rsa";
  /** Of an RSA key. */
  keySize?: number;
  issuer?: Issuer;
  notBeforeDate?: Date;
  notAfterDate?: Date;
}

export interface Issuer {
  key: string;
  cert: string;
}

export async function certificate({
  name = "localhost",
  isAuthority = false,
  keyType = "ec",
  keySize = 2048,
  issuer,
  ...dates
}: NewCertificate): Promise<Issuer> {
  const made = await selfsigned.generate([{ name: "commonName", value: name }], {
    keyType,
    keySize,
    algorithm: "sha256",
    ...dates,
    ...(issuer && { ca: { key: issuer.key, cert: issuer.cert } }),
    extensions: [
      { name: "basicConstraints", cA: isAuthority, critical: true },
      isAuthority
        ? { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true }
        : { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: name }] },
    ],
  });
  return { key: made.private, cert: made.cert };
}
