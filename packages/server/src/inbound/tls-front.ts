/**
 * How does one HTTP server answer over TLS for many names?
 *
 * This front ends TLS and hands each connection to the HTTP server, which treats it like its own: the same answers, the
 * same limits, the same orderly stop. The name that the client asks for chooses the certificate. A client that asks for an
 * unknown name, or for none, gets an alert of TLS and nothing else. A new certificate is used from the next handshake on;
 * nothing restarts, and connections that are open stay.
 */
import type { Server } from "node:http";
import type { Server as NetServer, Socket } from "node:net";
import { type SecureContext, type TLSSocket, createSecureContext, createServer } from "node:tls";
import type { ConnectionLimits, LimitedServer } from "./connection-limits.ts";
import { closed } from "./orderly-stop.ts";

const HANDSHAKE_WITHIN_MS = 10_000;

/** PEM. Another certificate is another object. */
interface Identity {
  cert: string;
  key: string;
}

export interface TlsFrontDeps {
  /** Gets the connections for all names but those of `serve`. */
  server: Server;
  /** Null: there is no certificate for this name. */
  identityOf: (hostname: string) => Identity | null | Promise<Identity | null>;
  /** For connections whose handshake has not ended; the others are the server's. */
  limits: Pick<ConnectionLimits, "most" | "perAddress">;
  ownerOf: LimitedServer["ownerOf"];
}

export interface TlsFront {
  server: NetServer;
  /** From now on, connections for this name go to another server. */
  serve: (hostname: string, other: Server) => void;
  /** Stops listening, and resolves when all connections have ended. Those without a request end at once. */
  close: () => Promise<void>;
}

export function createTlsFront({ server, identityOf, limits, ownerOf }: TlsFrontDeps): TlsFront {
  const others = new Map<string, Server>();
  /** Connections that other servers have, which stop before this front. */
  const elsewhere = new Set<TLSSocket>();
  const contexts = new WeakMap<Identity, SecureContext>();
  /** Oldest first. Nothing but their addresses is common to a connection before and after its handshake. */
  const shakingHands = new Map<string, { socket: Socket; owner: string | null }>();
  const shakenBy = new Map<string, number>();

  function leave(key: string): void {
    const owner = shakingHands.get(key)?.owner ?? null;
    if (!shakingHands.delete(key) || owner === null) return;
    const left = (shakenBy.get(owner) ?? 1) - 1;
    if (left > 0) shakenBy.set(owner, left);
    else shakenBy.delete(owner);
  }

  function contextOf(identity: Identity): SecureContext {
    const known = contexts.get(identity);
    if (known) return known;
    const context = createSecureContext(identity);
    contexts.set(identity, context);
    return context;
  }

  async function choose(name: string): Promise<SecureContext | undefined> {
    const identity = await identityOf(name.toLowerCase().replace(/\.$/, ""));
    return identity ? contextOf(identity) : undefined;
  }

  const front = createServer(
    {
      SNICallback(name, chosen) {
        choose(name).then(
          // Without a certificate, the handshake ends with an alert.
          (context) => chosen(null, context),
          () => chosen(null, undefined),
        );
      },
      ALPNProtocols: ["http/1.1"],
      minVersion: "TLSv1.2",
      handshakeTimeout: HANDSHAKE_WITHIN_MS,
    },
    (socket) => {
      leave(addressesOf(socket));
      const name = typeof socket.servername === "string" ? socket.servername.toLowerCase() : "";
      const other = others.get(name);
      if (other) {
        elsewhere.add(socket);
        socket.once("close", () => elsewhere.delete(socket));
      }
      (other ?? server).emit("connection", socket);
    },
  );
  front.on("connection", (socket: Socket) => {
    const owner = ownerOf(socket.remoteAddress);
    const key = addressesOf(socket);
    shakingHands.set(key, { socket, owner });
    socket.once("close", () => leave(key));
    if (owner !== null) {
      const theirs = (shakenBy.get(owner) ?? 0) + 1;
      shakenBy.set(owner, theirs);
      if (theirs > limits.perAddress) socket.destroy();
    }
    if (shakingHands.size > limits.most) shakingHands.values().next().value?.socket.destroy();
  });
  front.on("tlsClientError", (_, socket) => socket.destroy());

  return {
    server: front,
    serve: (hostname, other) => void others.set(hostname, other),
    async close() {
      const ended = closed(front);
      for (const { socket } of shakingHands.values()) socket.destroy();
      for (const socket of elsewhere) socket.destroy();
      await ended;
    },
  };
}

function addressesOf({ remoteAddress, remotePort }: Socket | TLSSocket): string {
  return `${remoteAddress} ${remotePort}`;
}
