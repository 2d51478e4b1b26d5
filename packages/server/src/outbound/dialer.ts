/**
 * How does a request leave this server?
 *
 * The only code that dials out, beside mail.ts. Each exchange has one deadline over connect, TLS, head and body. It
 * keeps at most `bodyMaxBytes` of the answer, destroys the socket if there is more, and decompresses nothing. It
 * resolves and checks names itself, and connects to the very address that it checked, again for each hop of a redirect.
 */
import { type LookupFunction, isIP } from "node:net";
import { Agent, type Dispatcher, buildConnector } from "undici";
import type { AddressGuard } from "./address-guard.ts";
import { type Names, type NamesSettings, createNames } from "./names.ts";
import { nextHop } from "./redirect.ts";

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

/** The address exists but may not be dialed. The message has no address, because a tenant may see it. */
class AddressNotAllowedError extends Error {
  readonly code = "ADDRESS_NOT_ALLOWED";
  constructor() {
    super("This address is not allowed");
  }
}

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
  close: () => Promise<void>;
}

function guardedConnector(guard: AddressGuard, names: Names): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: 0, // the exchange's own deadline covers connecting
    lookup: (hostname, options, callback) => void answerLookup(hostname, options.all ?? false, callback),
  });

  async function answerLookup(
    name: string,
    wantsAll: boolean,
    callback: Parameters<LookupFunction>[2],
  ): Promise<void> {
    const found = await names.addressesOf(name).catch((error: Error) => error);
    if (found instanceof Error) return callback(found, []);
    const allowed = found.filter(({ address }) => guard.isAllowed(address));
    const [first] = allowed;
    if (!first) return callback(new AddressNotAllowedError(), []);
    return wantsAll ? callback(null, allowed) : callback(null, first.address, first.family);
  }

  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) && !guard.isAllowed(host)) return callback(new AddressNotAllowedError(), null);
    return connect(options, callback);
  };
}

export interface DialerSettings {
  names?: NamesSettings;
}

export function createDialer(guard: AddressGuard, settings: DialerSettings = {}): Dialer {
  const names = createNames(settings.names);
  const agent = new Agent({
    connect: guardedConnector(guard, names),
    connections: 128,
    pipelining: 1,
    headersTimeout: 0, // one deadline, not one per phase
    bodyTimeout: 0,
    keepAliveTimeout: 15_000,
    maxOrigins: Number.POSITIVE_INFINITY,
  });

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
      const startedAtMs = performance.now();

      const settle = () => {
        clearTimeout(timer);
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
        settle(); // a request that waits for a connection has no controller yet; if it starts late, it is aborted below
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
          failure ??= error;
          settle();
        },
      };

      try {
        agent.dispatch(
          {
            origin: request.origin,
            path: request.path,
            method: request.method,
            headers: request.headers,
            body: request.body && request.body.length > 0 ? request.body : null,
          },
          handler,
        );
      } catch (error) {
        // undici throws for a request that HTTP cannot carry; callers get it like any other failure.
        failure = error instanceof Error ? error : new Error(String(error));
        settle();
      }
    });
  }

  /** `sentAtMs` stays that of the first hop. */
  async function followed(request: OutgoingRequest, sentAtMs: number | null): Promise<Exchange> {
    return { ...(await exchange(request)), sentAtMs };
  }

  async function close(): Promise<void> {
    await agent.destroy();
    names.close();
  }

  return { exchange, close };
}

function rawText(rawHeaders: Buffer[] | string[] | Record<string, unknown>): string[] {
  return Array.isArray(rawHeaders) ? rawHeaders.map((part) => part.toString("latin1")) : [];
}
