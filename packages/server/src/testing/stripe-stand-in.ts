/**
 * What stands for Stripe in tests?
 *
 * A real HTTP server on loopback, driven by Stripe's own library: bodies as forms, idempotency keys that replay what was
 * answered, connections that break, and signed events that can be sent late, twice, out of order or changed. stripe-model.ts
 * has what happens in it, and stripe-stand-in-script.ts what a browser gets as Stripe's script.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parse } from "qs";
import { Stripe } from "stripe";
import { createStripeModel, type SentEvent } from "./stripe-model.ts";
import { BROWSER_SCRIPT } from "./stripe-stand-in-script.ts";

export const STAND_IN_KEYS = {
  secretKey: "sk_test_stand_in_0123456789",
  publishableKey: "pk_test_stand_in_0123456789",
  webhookSecret: "whsec_stand_in_0123456789",
};

/** `cut` ends the connection without an answer. */
export interface Fault {
  path: RegExp;
  /** Stripe keeps what it answered under the idempotency key only once it has begun to act. */
  when: "before" | "after";
  answer: number | "cut";
  times: number;
}

const SERVER_ERROR = { error: { type: "api_error", message: "An error occurred. Try again later." } };

function inBrowser(
  {
    confirmSetup,
    confirmPayment,
  }: Pick<ReturnType<typeof createStripeModel>, "confirmSetup" | "confirmPayment">,
  path: string,
  { client_secret = "", number = "", answered }: Record<string, string>,
) {
  const answer = answered === "complete" || answered === "fail" ? answered : null;
  return path.endsWith("/setup")
    ? confirmSetup(client_secret, number, answer)
    : confirmPayment(client_secret, answer);
}

/** Signed as Stripe signs it. Returns the status of the answer. */
async function send(
  url: string,
  event: SentEvent | string,
  {
    secret: signedWith = STAND_IN_KEYS.webhookSecret,
    atMs = Date.now(),
    header = null as string | null,
    alter = (text: string) => text,
  } = {},
): Promise<{ status: number; text: string }> {
  const payload = typeof event === "string" ? event : JSON.stringify(event, null, 2);
  const timestamp = Math.floor(atMs / 1000);
  const signature =
    header ?? Stripe.webhooks.generateTestHeaderString({ payload, secret: signedWith, timestamp });
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
    body: alter(payload),
  });
  return { status: response.status, text: await response.text() };
}

export async function startStripeStandIn() {
  const kept = new Map<string, { text: string; answer: Promise<{ status: number; reply: object }> }>();
  const faults: Fault[] = [];
  const asked: { method: string; path: string; key: string | null }[] = [];
  const sending = new Set<Promise<unknown>>();
  let receiver: string | null = null;

  const model = createStripeModel((event) => {
    if (receiver === null) return;
    const sent = send(receiver, event).catch(() => undefined);
    sending.add(sent);
    void sent.finally(() => sending.delete(sent));
  });

  function faultOf(path: string, when: Fault["when"]): Fault["answer"] | null {
    const fault = faults.find((one) => one.when === when && one.times > 0 && one.path.test(path));
    if (!fault) return null;
    fault.times -= 1;
    return fault.answer;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, search } = new URL(request.url ?? "/", "http://stand-in");
    const method = request.method ?? "";
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString() || search.slice(1);
    const reply = (status: number, body: object | string) => {
      response.writeHead(status, {
        "content-type": typeof body === "string" ? "text/javascript" : "application/json",
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "*",
        "request-id": `req_${randomBytes(8).toString("hex")}`,
      });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    if (method === "OPTIONS") return reply(200, {});
    if (path.startsWith("/v3")) return reply(200, BROWSER_SCRIPT);
    if (path.startsWith("/browser/")) return reply(200, inBrowser(model, path, JSON.parse(text)));

    const header = request.headers["idempotency-key"];
    const key = typeof header === "string" ? header : null;
    asked.push({ method, path, key });
    const failsBefore = faultOf(path, "before");
    if (failsBefore === "cut") return void request.socket.destroy();
    if (failsBefore !== null)
      return reply(failsBefore, { error: { type: "api_error", message: "Try again." } });
    if (request.headers.authorization !== `Bearer ${STAND_IN_KEYS.secretKey}`) {
      const quoted = String(request.headers.authorization).slice("Bearer ".length);
      return reply(401, {
        error: { type: "invalid_request_error", message: `Invalid API Key provided: ${quoted}` },
      });
    }
    const before = key === null ? undefined : kept.get(key);
    if (before && before.text !== path + text)
      return reply(400, {
        error: {
          type: "idempotency_error",
          message: "Keys for idempotent requests can only be used with the same parameters.",
        },
      });
    const failsAfter = faultOf(path, "after");
    const done = before?.answer ?? Promise.resolve(model.acted(method, path, parse(text)));
    const hasError = typeof failsAfter === "number" && !before;
    const isKept = hasError ? { status: failsAfter, reply: SERVER_ERROR } : await done;
    if (key !== null && !before) kept.set(key, { text: path + text, answer: Promise.resolve(isKept) });
    if (failsAfter === "cut") return void request.socket.destroy();
    return reply(isKept.status, isKept.reply);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  server.keepAliveTimeout = 0; // a busy test must not find its connection just being closed
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  const url = `http://127.0.0.1:${port}`;

  return {
    url,
    scriptUrl: `${url}/v3/`,
    ...model,
    /** Calls of the API, in turn. */
    asked: asked as readonly (typeof asked)[number][],
    send,
    /** Fails the next requests to these paths. */
    fault: (fault: Fault) => void faults.push(fault),
    endFaults: () => void faults.splice(0),
    /** Stripe forgets idempotency keys after a day. */
    forgetKeys: () => kept.clear(),
    /** From now on events go to this address as they happen. */
    sendTo: (address: string | null) => void (receiver = address),
    async stop() {
      await Promise.all(sending);
      server.closeAllConnections();
      server.close();
    },
  };
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>;
