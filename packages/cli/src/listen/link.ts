/**
 * How does the client stay connected?
 *
 * One socket, opened again whenever it is lost, without end: the session keeps its id, so the server goes on with it also
 * after its own restart. Only a key that may no longer listen ends it, with a failure. A connection that is half open is
 * found by pings, because a socket alone may stay silent for hours.
 */
import { CLI_DEVICE_HEADER, CLI_SUBPROTOCOL, type CliSessionFilters } from "@posthorn/contract/cli-sessions";
import { ErrorReply } from "@posthorn/contract/errors";
import { WebSocket } from "ws";
import * as z from "zod/mini";
import { Failure } from "../failure.ts";
import { printable } from "../output/printable.ts";
import { VERSION } from "../version.ts";

const PING_EVERY_MS = 9_000;
const CONNECT_WITHIN_MS = 15_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

export interface Loss {
  why: string;
  /** The number of the try that comes next. */
  nextTry: number;
  waitMs: number;
}

export interface LinkDeps {
  url: string;
  key: string;
  projectId: string | null;
  deviceName: string;
  sessionId: string;
  connectionIds: readonly string[];
  filters: CliSessionFilters | null;
  /** A text message of the server. */
  heard: (text: string) => void;
  connected: () => void;
  /** Not connected any more, or not yet again. Called for each try that fails. */
  lost: (loss: Loss) => void;
  /** How long the server took to answer a ping. */
  answeredIn: (ms: number) => void;
  /** The server lets this key not in. Nothing is tried again. */
  refused: (failure: Failure) => void;
}

export interface Link {
  /** False: there is no connection. Then the server counts the attempt as failed by itself. */
  send: (text: string) => boolean;
  /** Resolves when the socket is closed. */
  stop: () => Promise<void>;
}

export function openLink(deps: LinkDeps): Link {
  let socket: WebSocket | null = null;
  let isStopped = false;
  let tries = 0;
  let timer: NodeJS.Timeout | undefined;

  function open(): void {
    const ws = new WebSocket(deps.url.replace(/^http/, "ws"), [CLI_SUBPROTOCOL], {
      headers: headersOf(deps),
      handshakeTimeout: CONNECT_WITHIN_MS,
      perMessageDeflate: false,
      followRedirects: false,
    });
    socket = ws;
    let isAlive = true;
    let why = "The server has closed the connection.";
    let pingedAtMs = 0;
    const ping = () => {
      pingedAtMs = performance.now();
      ws.ping();
    };
    const pings = setInterval(() => {
      if (!isAlive) {
        why = "The server did not answer a ping.";
        return ws.terminate();
      }
      isAlive = false;
      if (ws.readyState === ws.OPEN) ping();
    }, PING_EVERY_MS);
    ws.on("open", () => {
      tries = 0;
      isAlive = true;
      deps.connected();
      ping();
    });
    ws.on("pong", () => deps.answeredIn(performance.now() - pingedAtMs));
    for (const sign of ["pong", "ping", "message"] as const) ws.on(sign, () => (isAlive = true));
    ws.on("message", (data: Buffer, isBinary) => {
      if (!isBinary) deps.heard(data.toString("utf8"));
    });
    ws.on("unexpected-response", (_request, response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => {
        const status = response.statusCode ?? 0;
        const message = messageIn(text) ?? `It answered ${status}.`;
        why = message;
        if (status === 401 || status === 403) {
          isStopped = true;
          deps.refused(
            new Failure("The server does not let this client listen any more.", {
              why: message,
              todo: "Sign in again: posthorn login. Then listen again.",
              exit: "refused",
            }),
          );
        }
        ws.terminate();
      });
    });
    ws.on("error", (error) => {
      if (why.startsWith("The server has closed")) why = whyOf(error);
    });
    ws.on("close", (_code, reason) => {
      clearInterval(pings);
      if (isStopped) return;
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** tries++, LONGEST_WAIT_MS);
      const text = reason.length > 0 ? `${printable(reason.toString("utf8"))}.` : why;
      deps.lost({ why: text, nextTry: tries, waitMs });
      timer = setTimeout(open, waitMs);
    });
  }

  open();
  return {
    send(text) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      const last = socket;
      if (!last || last.readyState === WebSocket.CLOSED) return;
      const closed = new Promise<void>((resolve) => last.once("close", () => resolve()));
      if (last.readyState === WebSocket.OPEN) last.close(1000, "client_shutdown");
      else last.terminate();
      const late = setTimeout(() => last.terminate(), 2_000);
      await closed;
      clearTimeout(late);
    },
  };
}

function headersOf({
  key,
  projectId,
  deviceName,
  sessionId,
  connectionIds,
  filters,
}: LinkDeps): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    "user-agent": `posthorn-cli/${VERSION}`,
    [CLI_DEVICE_HEADER]: encodeURIComponent(deviceName),
    "websocket-id": sessionId,
    // With these, the server can make the session again if it has forgotten it.
    "x-webhook-ids": connectionIds.join(","),
    ...(filters && { "x-session-filters": Buffer.from(JSON.stringify(filters)).toString("base64") }),
    ...(projectId !== null && { "x-team-id": projectId }),
  };
}

const Refusal = z.object({ error: z.pick(ErrorReply, { message: true }) });

function messageIn(text: string): string | null {
  try {
    return printable(z.parse(Refusal, JSON.parse(text)).error.message);
  } catch {
    return null; // not our server, or a proxy before it
  }
}

function whyOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && "code" in first ? String(first.code) : "";
  return code === "ECONNREFUSED" ? "The server does not listen." : `${printable(error.message || code)}.`;
}
