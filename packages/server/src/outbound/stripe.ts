/**
 * How do we talk to Stripe?
 *
 * With its own library, through a dialer of ours: one deadline for each request, a bound on answers, no redirects. The
 * address guard allows every address here, because the operator sets it and nothing that a user writes changes it. The
 * library repeats what may be repeated, with the same idempotency key and with back-off. It takes more than a second to load
 * on a small machine, so the first question loads it and no start waits for it.
 */
import type { Stripe } from "stripe";
import type { StripeConfig } from "../config/billing.ts";
import { createDialer } from "./dialer.ts";

/** The objects that we read have the form of this version, whatever the operator's account is set to. */
const API_VERSION = "2026-10-28.endive";
const ANSWER_WITHIN_MS = 12_000;
const RETRIES = 1;
/** The last question of an errand has time for its retry, and the errand ends within a minute. */
const ERRAND_BEGINS_WITHIN_MS = 30_000;
/** A list of 100 payments has about 300 KiB. */
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;
const SOCKETS_MOST = 16;
/** Older events were recorded by somebody, or the clock of this server is wrong. */
const SIGNED_WITHIN_S = 300;

const UNSIGNED = "The header Stripe-Signature is missing";
const OLD = `The event was signed more than ${SIGNED_WITHIN_S} seconds ago; if it is new, the clock of this server is wrong`;
const WRONG_SIGNATURE =
  "The signature does not match. POSTHORN_STRIPE_WEBHOOK_SECRET must be the signing secret of this webhook in Stripe's dashboard, and no proxy may change the body";

type HttpClient = NonNullable<Stripe.StripeConfig["httpClient"]>;
type Answer = Awaited<ReturnType<HttpClient["makeRequest"]>>;

/** What Stripe said no to, and why. */
export interface StripeRefusal {
  /** 402 is about the card; 401 and 403 are about the key. */
  status: number;
  code: string | null;
  /** The name of the argument that is wrong. */
  param: string | null;
  message: string;
}

/**
 * `refused` answers what Stripe said no to; undefined, and everything that is no refusal, is thrown in words for the operator.
 */
export type Ask = <Result>(
  question: (stripe: Stripe) => Promise<Result>,
  refused?: (refusal: StripeRefusal) => Result | Promise<Result> | undefined,
) => Promise<Result>;

export interface StripeAccess {
  /** For all questions of one errand, which ends within a minute. */
  asking: () => Ask;
  /** The JSON of an event that Stripe has signed, or why it is none, for the operator who looks at it in Stripe's dashboard. */
  readEvent: (
    body: Buffer,
    signature: string | undefined,
  ) => Promise<{ event: unknown } | { refused: string }>;
  close: () => Promise<void>;
}

export function createStripeAccess(
  { secretKey, webhookSecrets, url }: Pick<StripeConfig, "secretKey" | "webhookSecrets" | "url">,
  { answerWithinMs = ANSWER_WITHIN_MS } = {},
): StripeAccess {
  const dialer = createDialer({ isAllowed: () => true }, { socketsMost: SOCKETS_MOST });
  const { protocol, hostname, port } = new URL(url);
  let loading: Promise<Stripe> | undefined;

  const httpClient: HttpClient = {
    getClientName: () => "posthorn",
    async makeRequest(host, toPort, path, method, headers, body, scheme, deadlineMs) {
      const exchange = await dialer.exchange({
        origin: `${scheme}://${host}:${toPort}`,
        path,
        method,
        headers: [...Object.entries(headers).map(([name, value]) => [name, String(value)]), IDENTITY].flat(),
        credentialHeaders: ["authorization"],
        body: Buffer.from(body),
        deadlineMs,
        bodyMaxBytes: ANSWER_MAX_BYTES,
        maxRedirects: null,
      });
      if ("failure" in exchange) throw exchange.failure;
      const { response } = exchange;
      if (response.cut) throw new Error("Stripe's answer is too long");
      return answerOf(response.status, response.headers, response.body);
    },
  };

  async function load(): Promise<Stripe> {
    const { Stripe: Library } = await import("stripe");
    return new Library(secretKey, {
      apiVersion: API_VERSION,
      host: hostname,
      port: port || (protocol === "http:" ? "80" : "443"),
      protocol: protocol === "http:" ? "http" : "https",
      httpClient,
      maxNetworkRetries: RETRIES,
      timeout: answerWithinMs,
      telemetry: false,
      appInfo: { name: "Posthorn" },
    });
  }

  function client(): Promise<Stripe> {
    loading ??= load().catch((error: unknown) => {
      loading = undefined; // the next question tries again
      throw error;
    });
    return loading;
  }

  return {
    asking() {
      const beginsUntilMs = performance.now() + ERRAND_BEGINS_WITHIN_MS;
      return async (question, refused = () => undefined) => {
        if (performance.now() > beginsUntilMs) throw new Error("Stripe takes too long to answer");
        const stripe = await client();
        try {
          return await question(stripe);
        } catch (error) {
          const refusal = refusalOf(error);
          const answer = refusal ? refused(refusal) : undefined;
          if (answer === undefined) throw explained(error);
          return answer;
        }
      };
    },
    async readEvent(body, signature) {
      if (!signature) return { refused: UNSIGNED };
      const { webhooks } = (await import("stripe")).Stripe;
      const failures: unknown[] = [];
      for (const secret of webhookSecrets) {
        try {
          return { event: webhooks.constructEvent(body, signature, secret, SIGNED_WITHIN_S) };
        } catch (error) {
          failures.push(error);
        }
      }
      // The library looks at the time last: whatever is only too old has a signature that matches.
      const isOld = failures.some((error) => error instanceof Error && /tolerance zone/.test(error.message));
      return { refused: isOld ? OLD : WRONG_SIGNATURE };
    },
    close: dialer.close,
  };
}

const IDENTITY = ["accept-encoding", "identity"];

function answerOf(status: number, flat: readonly string[], body: Buffer): Answer {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < flat.length; at += 2)
    headers[String(flat[at]).toLowerCase()] = String(flat[at + 1]);
  return {
    getStatusCode: () => status,
    getHeaders: () => headers,
    getRawResponse: () => ({ statusCode: status }),
    toStream: () => null,
    toJSON: async () => JSON.parse(body.toString()),
  };
}

/** What Stripe said no to. Null: there was no answer, or one that is about Stripe itself. */
function refusalOf(error: unknown): StripeRefusal | null {
  if (!isOfLibrary(error)) return null;
  const { statusCode: status, code, param, message } = error;
  if (status === undefined || status === 429 || status < 400 || status >= 500) return null;
  return { status, code: code ?? null, param: param ?? null, message };
}

/** An error for the log in words that an operator understands. Stripe's message of a wrong key quotes a part of the key. */
function explained(error: unknown): Error {
  if (!isOfLibrary(error)) return error instanceof Error ? error : new Error(String(error));
  const { statusCode: status, requestId, detail } = error;
  if (status === 401)
    return new Error("Stripe does not accept POSTHORN_STRIPE_SECRET_KEY: look it up in Stripe's dashboard");
  if (status === 403)
    return new Error(
      "POSTHORN_STRIPE_SECRET_KEY is a restricted key without the right for this: it must write customers, payment methods, setup intents and payment intents",
    );
  if (status === 429) return new Error("Stripe asks for fewer requests; they are sent again later");
  if (status === undefined) return new Error("Stripe cannot be reached", { cause: causeOf(detail) });
  return new Error(`Stripe answered ${status}: ${error.message}${requestId ? ` (${requestId})` : ""}`);
}

type LibraryError = InstanceType<typeof Stripe.errors.StripeError>;

/** The library's classes are loaded late, so its errors are recognized by what all of them have. */
function isOfLibrary(error: unknown): error is LibraryError {
  return error instanceof Error && "rawType" in error && "statusCode" in error;
}

function causeOf(detail: unknown): Error | undefined {
  return detail instanceof Error ? detail : undefined;
}
