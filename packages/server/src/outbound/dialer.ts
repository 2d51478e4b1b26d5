/**
 * How does a request leave this server?
 *
 * The only code that dials out, beside mail.ts. Each exchange has one deadline over connect, TLS, head and body. It
 * keeps at most `bodyMaxBytes` of the answer, destroys the socket if there is more, and decompresses nothing. It
 * resolves and checks names itself, and connects to the very address that it checked, again for each hop of a redirect.
 */
import type { Dispatcher } from "undici";
import type { AddressGuard } from "./address-guard.ts";
import { type BoundedDispatchOptions, createBoundedAgent } from "./bounded-agent.ts";
import { createGuardedConnect } from "./connector.ts";
import { isOutOfDescriptors, readDescriptors, socketsWithin } from "./descriptors.ts";
import { type NamesSettings, createNames } from "./names.ts";
import { nextHop } from "./redirect.ts";
import type { SocketUsage } from "./socket-room.ts";

export interface OutgoingRequest {
  origin: string;
  path: string;
  method: string;
  /** Names and values in turn. */
  headers: string[];
  /** The names, in lower case, of headers with credentials. They are never sent to another origin. */
  credentialHeaders: readonly string[];
  body: Uint8Array | null;
  deadlineMs: number;
  bodyMaxBytes: number;
  /** Null: redirects are not followed, but returned like any other answer. */
  maxRedirects: number | null;
}

export interface Response {
  status: number;
  /** Names and values in turn, as they came. */
  headers: string[];
  body: Buffer;
  /** True when the answer was longer than what was kept. */
  cut: boolean;
}

/** `sentAtMs` is when the request went out on a connection; null when it never did. */
export type Exchange = { sentAtMs: number | null; respondedAtMs: number } & (
  | { response: Response }
  | { failure: Error }
);

/** Following redirects failed; the last answer says nothing more. */
class RedirectError extends Error {
  readonly code: "TOO_MANY_REDIRECTS" | "INVALID_REDIRECT";
  constructor(code: "TOO_MANY_REDIRECTS" | "INVALID_REDIRECT") {
    super("The destination redirected to nowhere");
    this.code = code;
  }
}

/** The one deadline ran out, whatever the exchange was waiting for. */
class DeadlineError extends Error {
  readonly code = "DEADLINE";
  constructor() {
    super("The destination did not answer in time");
  }
}

export interface Dialer {
  exchange: (request: OutgoingRequest) => Promise<Exchange>;
  /** With so many at a time, none waits long for a socket; further ones may. */
  exchangesMost: number;
  sockets: () => SocketUsage;
  close: () => Promise<void>;
}

/** The other sockets are being closed, or fetch tokens for attempts that have already ended. */
const EXCHANGES_SHARE = 7 / 8;
/** Any part of the process may free a descriptor at any time, without a sign. */
const TRY_AGAIN_MS = 100;

export interface DialerSettings {
  names?: NamesSettings;
  /** By default what the process's limit of descriptors allows. */
  socketsMost?: number;
}

export function createDialer(guard: AddressGuard, settings: DialerSettings = {}): Dialer {
  const names = createNames(settings.names);
  const socketsMost = settings.socketsMost ?? socketsWithin(readDescriptors());
  const agent = createBoundedAgent(createGuardedConnect(guard, names), socketsMost);

  function exchange(request: OutgoingRequest): Promise<Exchange> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      let keptBytes = 0;
      let status = 0;
      let headers: string[] = [];
      let cut = false;
      let sentAtMs: number | null = null;
      let respondedAtMs = 0;
      let failure: Error | null = null;
      let controller: Dispatcher.DispatchController | null = null;
      let again: NodeJS.Timeout | undefined;
      const startedAtMs = performance.now();
      const dispatched: BoundedDispatchOptions = {
        origin: request.origin,
        path: request.path,
        method: request.method,
        headers: request.headers,
        body: request.body && request.body.length > 0 ? request.body : null,
        carrier: null,
      };

      const settle = () => {
        clearTimeout(timer);
        clearTimeout(again);
        if (failure && !cut)
          return resolve({ failure, sentAtMs, respondedAtMs: respondedAtMs || Date.now() });
        if (status >= 300 && status < 400) {
          const next = nextHop(request, status, headers);
          if (next === "too many" || next === "not a URL") {
            failure = new RedirectError(next === "too many" ? "TOO_MANY_REDIRECTS" : "INVALID_REDIRECT");
            return resolve({ failure, sentAtMs, respondedAtMs });
          }
          if (next) {
            const deadlineMs = Math.max(0, request.deadlineMs - (performance.now() - startedAtMs));
            return resolve(followed({ ...next, deadlineMs }, sentAtMs));
          }
        }
        const body = Buffer.concat(chunks);
        return resolve({ response: { status, headers, body, cut }, sentAtMs, respondedAtMs });
      };
      const timer = setTimeout(() => {
        failure = new DeadlineError();
        if (controller) controller.abort(failure);
        else dispatched.carrier?.giveUp(failure);
        settle(); // a request in its origin's queue has no carrier yet; if it starts late, it is aborted below
      }, request.deadlineMs);

      const handler: Dispatcher.DispatchHandler = {
        onRequestStart(started) {
          controller = started;
          sentAtMs = Date.now();
          if (failure) started.abort(failure);
        },
        onResponseStart(_, statusCode) {
          if (statusCode < 200) return;
          status = statusCode;
          headers = controller?.rawHeaders ? rawText(controller.rawHeaders) : [];
          respondedAtMs = Date.now();
        },
        onResponseData(started, chunk) {
          const room = request.bodyMaxBytes - keptBytes;
          if (chunk.length > room) {
            // Copied, so that a kept slice does not pin the parser's whole buffer.
            if (room > 0) chunks.push(Buffer.from(chunk.subarray(0, room)));
            keptBytes = request.bodyMaxBytes;
            cut = true;
            started.abort(new Error("The answer is longer than what is kept"));
            return;
          }
          keptBytes += chunk.length;
          chunks.push(Buffer.from(chunk));
        },
        onResponseEnd: settle,
        onResponseError(_, error) {
          if (!failure && sentAtMs === null && isOutOfDescriptors(error)) {
            again = setTimeout(dispatch, TRY_AGAIN_MS); // the lack is ours: the attempt waits and does not fail
            return;
          }
          failure ??= error;
          settle();
        },
      };

      const dispatch = () => {
        try {
          agent.dispatch(dispatched, handler);
        } catch (error) {
          // undici throws for a request that HTTP cannot carry; callers get it like any other failure.
          failure = error instanceof Error ? error : new Error(String(error));
          settle();
        }
      };
      dispatch();
    });
  }

  /** `sentAtMs` stays that of the first hop. */
  async function followed(request: OutgoingRequest, sentAtMs: number | null): Promise<Exchange> {
    return { ...(await exchange(request)), sentAtMs };
  }

  async function close(): Promise<void> {
    await agent.close();
    names.close();
  }

  const exchangesMost = Math.floor(socketsMost * EXCHANGES_SHARE);
  return { exchange, exchangesMost, sockets: agent.usage, close };
}

function rawText(rawHeaders: Buffer[] | string[] | Record<string, unknown>): string[] {
  return Array.isArray(rawHeaders) ? rawHeaders.map((part) => part.toString("latin1")) : [];
}
