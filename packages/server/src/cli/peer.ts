/**
 * How does one CLI at the other end of a socket get attempts and answer them?
 *
 * Sends attempts and matches answers to them. A peer can answer only attempts that were sent to it. Every attempt
 * ends: with an answer, at its deadline, or with the socket. Messages wait here while the network does not take
 * them, so a peer that stops reading costs a bounded amount of memory and is disconnected.
 */
import type { DeliveryErrorCode } from "@posthorn/contract/causes";
import { CLI_SUBPROTOCOL } from "@posthorn/contract/cli-sessions";
import type { RawData, WebSocket } from "ws";
import { type CliAttempt, attemptMessage, readAnswer } from "./attempt-message.ts";
import type { CliLimits } from "./cli-limits.ts";

export interface CliExchange {
  sentAtMs: number | null;
  respondedAtMs: number | null;
  result: { status: number; data: string | Uint8Array } | { failure: DeliveryErrorCode };
}

export interface CliPeer {
  exchange: (attempt: CliAttempt) => Promise<CliExchange>;
  /** Resolves when no attempt waits for its answer. */
  idle: () => Promise<void>;
  /** Closes the socket; attempts without an answer fail. */
  end: (code: number, reason: string) => void;
  /** Resolves when the socket is gone. */
  gone: Promise<void>;
}

export interface CliPeerDeps {
  socket: WebSocket;
  limits: CliLimits;
  /** Called once, as soon as nothing can be sent any more. */
  ended: (close: { code: number; reason: string }) => void;
}

/** Close codes of RFC 6455 and its registry. */
export const CLOSE = { goingAway: 1001, policy: 1008, tryLater: 1013 } as const;

interface Waiting {
  attempt: CliAttempt;
  sentAtMs: number | null;
  finish: (result: CliExchange["result"], respondedAtMs: number | null) => void;
}

export function createCliPeer({ socket, limits, ended }: CliPeerDeps): CliPeer {
  const waiting = new Map<string, Waiting>();
  let outbox: Waiting[] = [];
  let unreadBytes = 0;
  let isEnded = false;
  let isHeard = true;
  let onFinished: (() => void) | null = null;
  /** The failure of open attempts when the socket closes; a peer that breaks the protocol gets another code. */
  let failure: DeliveryErrorCode = "CLI_UNAVAILABLE";

  const gone = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const ping = setInterval(() => {
    if (!isHeard) return socket.terminate();
    isHeard = false;
    socket.ping();
  }, limits.pingEveryMs);

  function finishAll(): void {
    clearInterval(ping);
    outbox = [];
    for (const { finish } of waiting.values()) finish({ failure }, null);
  }

  function close(code: number, reason: string): void {
    if (isEnded) return;
    isEnded = true;
    finishAll();
    ended({ code, reason });
  }

  function end(code: number, reason: string): void {
    if (isEnded) return;
    socket.close(code, reason);
    const late = setTimeout(() => socket.terminate(), limits.goodbyeWithinMs);
    void gone.then(() => clearTimeout(late));
    close(code, reason);
  }

  function sendNext(): void {
    while (outbox.length > 0 && unreadBytes < limits.unreadBytes) {
      const next = outbox.shift();
      if (!next || !waiting.has(next.attempt.attempt_id)) continue; // its deadline passed first
      const message = attemptMessage(next.attempt, { carriesBytes: socket.protocol === CLI_SUBPROTOCOL });
      if (message === null) {
        next.finish({ failure: "INVALID_CHARACTER" }, null);
        continue;
      }
      const bytes = Buffer.byteLength(message);
      unreadBytes += bytes;
      const late = setTimeout(() => end(CLOSE.tryLater, "Reads too slowly"), limits.readWithinMs);
      socket.send(message, (error) => {
        clearTimeout(late);
        unreadBytes -= bytes;
        if (!error) next.sentAtMs ??= Date.now();
        sendNext();
      });
    }
  }

  function heard(data: RawData, isBinary: boolean): void {
    isHeard = true;
    if (isBinary || isEnded) return;
    const answer = readAnswer(textOf(data));
    const asked = answer && waiting.get(answer.attempt_id);
    if (!asked) return;
    const respondedAtMs = Date.now();
    if (answer.outcome === "answered")
      asked.finish({ status: answer.status, data: answer.data }, respondedAtMs);
    else if (answer.outcome === "unavailable") asked.finish({ failure: "CLI_UNAVAILABLE" }, null);
    else asked.finish({ failure: "CLI" }, respondedAtMs);
  }

  socket.on("message", heard);
  for (const sign of ["ping", "pong"] as const) socket.on(sign, () => (isHeard = true));
  socket.on("error", (error) => {
    // The library closes the socket with the right code: 1009 for a message that is too long.
    if ("code" in error && String(error.code).startsWith("WS_ERR_")) failure = "CLI";
  });
  socket.on("close", (code, reason) => close(code, reason.toString()));

  return {
    gone,
    end,
    async idle() {
      while (waiting.size > 0) await new Promise<void>((resolve) => (onFinished = resolve));
    },
    exchange(attempt) {
      if (isEnded || socket.readyState !== socket.OPEN) return Promise.resolve(UNREACHED);
      return new Promise((resolve) => {
        const { attempt_id } = attempt;
        const asked: Waiting = {
          attempt,
          sentAtMs: null,
          finish(result, respondedAtMs) {
            clearTimeout(deadline);
            waiting.delete(attempt_id);
            onFinished?.();
            resolve({ sentAtMs: asked.sentAtMs, respondedAtMs, result });
          },
        };
        const deadline = setTimeout(
          () => asked.finish({ failure: "CLI_UNAVAILABLE" }, null),
          attempt.timeoutMs + limits.answerGraceMs,
        );
        waiting.set(attempt_id, asked);
        outbox.push(asked);
        sendNext();
      });
    },
  };
}

/** The result when no peer is connected. */
export const UNREACHED: CliExchange = {
  sentAtMs: null,
  respondedAtMs: null,
  result: { failure: "CLI_UNAVAILABLE" },
};

/** The library delivers one buffer, unless it is configured otherwise. */
function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return Buffer.isBuffer(data) ? data.toString("utf8") : Buffer.from(data).toString("utf8");
}
