/**
 * How do we talk to a certificate authority?
 *
 * With acme-client, which speaks RFC 8555: signed calls, nonces, orders, certificate requests. Its calls go through a
 * dialer of ours: one deadline for each, a bound on answers, no redirects. The address guard allows every address here,
 * because the operator sets the authority's and nothing that a user writes changes it. The library would wait and repeat by
 * itself; here each call is one call, and a refusal is thrown with its type, so that the caller can decide. The first call
 * loads the library, and no start waits for it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createPrivateKey, X509Certificate } from "node:crypto";
import type { Client, Order } from "acme-client";
import * as z from "zod/mini";
import { type Dialer, type Response, createDialer } from "./dialer.ts";

const ANSWER_WITHIN_MS = 15_000;
const ANSWER_MAX_BYTES = 512 * 1024;
const SOCKETS_MOST = 8;
const HEADERS = ["user-agent", "posthorn acme-client", "accept-encoding", "identity"];
const TYPE_PREFIX = "urn:ietf:params:acme:error:";
/** The library repeats such a call with the nonce of the answer. */
const BAD_NONCE = `${TYPE_PREFIX}badNonce`;

/** The authority said no. */
export class AuthorityRefused extends Error {
  readonly status: number;
  /** Without the prefix that all types have. */
  readonly type: string;
  readonly detail: string;
  readonly retryAfterMs: number | null;
  constructor(refusal: { status: number; type: string; detail: string; retryAfterMs: number | null }) {
    super(`The certificate authority answered ${refusal.status} (${refusal.type}): ${refusal.detail}`);
    this.status = refusal.status;
    this.type = refusal.type;
    this.detail = refusal.detail;
    this.retryAfterMs = refusal.retryAfterMs;
  }
}

/** The authority gave no answer, or none that is one. */
export class AuthorityUnreachable extends Error {}

/** As the authority has them: https://www.rfc-editor.org/rfc/rfc8555#section-7.1.6. */
export interface AuthorityOrder {
  url: string;
  status: string;
  hostname: string;
  /** Of the one name of the order. Null: it does not matter in this status. */
  authorization: { status: string; challenges: readonly AuthorityChallenge[] } | null;
  /** Where the request for the certificate goes. */
  finalizeUrl: string;
  /** Null: there is no certificate yet. */
  certificateUrl: string | null;
}

export interface AuthorityChallenge {
  type: string;
  status: string;
  url: string;
  token: string;
  /** Why the authority did not accept the proof. */
  error: AuthorityProblem | null;
}

export interface AuthorityProblem {
  /** Without the prefix that all have: `unauthorized`. */
  type: string;
  detail: string;
}

/** One account at the authority. All of these throw one of the two errors above. */
export interface AcmeAccess {
  /** Registers the account, or finds it if the authority knows its key. Resolves with its URL. */
  register: (contact: { email: string | null }) => Promise<string>;
  /** Resolves with the URL of the new order. */
  order: (hostname: string) => Promise<string>;
  readOrder: (url: string) => Promise<AuthorityOrder>;
  /** What has to be found by http-01 in the file, or by dns-01 in the TXT record. */
  answerTo: (challenge: Pick<AuthorityChallenge, "type" | "token">) => Promise<string>;
  /** The proof is published. */
  respond: (challengeUrl: string) => Promise<void>;
  finalize: (order: AuthorityOrder, keyPem: string) => Promise<void>;
  download: (order: AuthorityOrder, keyPem: string) => Promise<IssuedCertificate>;
}

export interface IssuedCertificate {
  /** PEM, its own certificate first. */
  chain: string;
  issuedAt: Date;
  expiresAt: Date;
}

export interface AcmeDirectory {
  /** PEM. */
  newKey: () => Promise<string>;
  access: (account: { key: string; account_url: string | null }) => Promise<AcmeAccess>;
  close: Dialer["close"];
}

const Problem = z.object({ type: z.optional(z.string()), detail: z.optional(z.string()) });
const OrderObject = z.object({
  status: z.string(),
  identifiers: z.array(z.object({ value: z.string() })).check(z.minLength(1)),
  authorizations: z.array(z.string()),
  finalize: z.string(),
  certificate: z.optional(z.string()),
});
const AuthorizationObject = z.object({
  status: z.string(),
  challenges: z.array(
    z.object({
      type: z.string(),
      status: z.string(),
      url: z.string(),
      // Other kinds of challenges need none.
      token: z.optional(z.string()),
      error: z.optional(Problem),
    }),
  ),
});
/** In these, the authorization decides what is next. */
const UNPROVEN: ReadonlySet<string> = new Set(["pending", "invalid"]);

const dialling = new AsyncLocalStorage<Dialer>();
type Library = typeof import("acme-client");
let loading: Promise<Library> | undefined;

/** The library has one HTTP client for the whole process; which dialer carries a call depends on who makes it. */
function library(): Promise<Library> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined; // the next call tries again
    throw error;
  });
  return loading;
}

async function load(): Promise<Library> {
  const { default: acme } = await import("acme-client");
  acme.axios.defaults.adapter = async (config) => {
    const dialer = dialling.getStore();
    if (!dialer) throw new Error("A call to the certificate authority has no dialer");
    const { status, headers, body } = await call(dialer, {
      url: config.url ?? "",
      method: config.method?.toUpperCase() ?? "GET",
      body: typeof config.data === "string" ? config.data : null,
    });
    return { data: body, status, statusText: "", headers, config };
  };
  return acme;
}

interface Call {
  url: string;
  method: string;
  body: string | null;
}

async function call(
  dialer: Dialer,
  { url, method, body }: Call,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new AuthorityUnreachable("The certificate authority named an address that is none");
  const { origin, pathname, search } = new URL(url);
  const exchange = await dialer.exchange({
    origin,
    path: pathname + search,
    method,
    headers: [...HEADERS, ...(body === null ? [] : ["content-type", "application/jose+json"])],
    credentialHeaders: [],
    body: body === null ? null : Buffer.from(body),
    deadlineMs: ANSWER_WITHIN_MS,
    bodyMaxBytes: ANSWER_MAX_BYTES,
    maxRedirects: null,
  });
  if ("failure" in exchange)
    throw new AuthorityUnreachable("The certificate authority cannot be reached", {
      cause: exchange.failure,
    });
  const { response } = exchange;
  if (response.cut) throw new AuthorityUnreachable("The certificate authority's answer is too long");
  const text = response.body.toString("utf8");
  const headers = headersOf(response);
  const refusal = response.status < 300 ? null : refusalIn(response.status, headers, text);
  if (refusal) throw refusal;
  return { status: response.status, headers, body: text };
}

function headersOf({ headers }: Response): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at + 1 < headers.length; at += 2)
    found[String(headers[at]).toLowerCase()] = String(headers[at + 1]);
  return found;
}

/** Null: the library deals with it. */
function refusalIn(status: number, headers: Record<string, string>, text: string): AuthorityRefused | null {
  const { type = "", detail = "" } = problemIn(text);
  if (status === 400 && type === BAD_NONCE) return null;
  return new AuthorityRefused({
    status,
    ...problemOf({ type, detail }),
    retryAfterMs: retryAfterMs(headers["retry-after"], Date.now()),
  });
}

function problemOf({ type = "", detail = "" }: z.output<typeof Problem>): AuthorityProblem {
  return { type: type.startsWith(TYPE_PREFIX) ? type.slice(TYPE_PREFIX.length) : "other", detail };
}

function problemIn(text: string): z.output<typeof Problem> {
  try {
    return Problem.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Seconds, or a date. Null: nothing that can be read, or nothing in the future. */
function retryAfterMs(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  const waitMs = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return waitMs > 0 ? waitMs : null;
}

export function createAcmeDirectory(directoryUrl: string): AcmeDirectory {
  const dialer = createDialer({ isAllowed: () => true }, { socketsMost: SOCKETS_MOST });

  return {
    async newKey() {
      const { crypto } = await library();
      return (await crypto.createPrivateEcdsaKey()).toString();
    },
    async access({ key, account_url }) {
      const acme = await library();
      const client = new acme.Client({
        directoryUrl,
        accountKey: key,
        ...(account_url !== null && { accountUrl: account_url }),
      });
      return accessOf(acme, client, (work) => dialling.run(dialer, () => explained(work)));
    },
    close: dialer.close,
  };
}

type Challenge = Parameters<Client["completeChallenge"]>[0];
type Through = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** What the library says itself, such as of an answer without a field that it needs, is no answer for us. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AuthorityRefused || error instanceof AuthorityUnreachable) throw error;
    throw new AuthorityUnreachable("The certificate authority's answer cannot be used", { cause: error });
  }
}

function accessOf({ crypto }: Library, client: Client, through: Through): AcmeAccess {
  return {
    register: ({ email }) =>
      through(async () => {
        await client.createAccount({
          termsOfServiceAgreed: true,
          ...(email !== null && { contact: [`mailto:${email}`] }),
        });
        return client.getAccountUrl();
      }),
    order: (hostname) =>
      through(async () => {
        const { url } = await client.createOrder({ identifiers: [{ type: "dns", value: hostname }] });
        return url;
      }),
    readOrder: (url) =>
      through(async () => {
        // The library reads nothing but the URL of the order that it asks for.
        const answer = await client.getOrder({ url } as Order);
        const order = OrderObject.parse(answer);
        const [authorization] = UNPROVEN.has(order.status) ? await client.getAuthorizations(answer) : [];
        return {
          url,
          status: order.status,
          hostname: order.identifiers[0]?.value ?? "",
          authorization: authorization ? authorizationOf(authorization) : null,
          finalizeUrl: order.finalize,
          certificateUrl: order.certificate ?? null,
        };
      }),
    // Of a challenge, the library reads only type and token here, and only the URL below.
    answerTo: (challenge) => through(() => client.getChallengeKeyAuthorization(challenge as Challenge)),
    respond: (url) => through(async () => void (await client.completeChallenge({ url } as Challenge))),
    finalize: ({ url, hostname, finalizeUrl }, keyPem) =>
      through(async () => {
        const [, csr] = await crypto.createCsr({ altNames: [hostname] }, keyPem);
        await client.finalizeOrder({ url, finalize: finalizeUrl } as Order, csr); // it reads only these two
      }),
    download: ({ hostname, status, certificateUrl }, keyPem) =>
      through(async () => {
        const chain = await client.getCertificate({ status, certificate: certificateUrl } as Order); // as above
        const certificate = new X509Certificate(chain);
        if (!certificate.checkPrivateKey(createPrivateKey(keyPem)) || !certificate.checkHost(hostname))
          throw new Error("The certificate is for another key or name");
        return {
          chain,
          issuedAt: new Date(certificate.validFrom),
          expiresAt: new Date(certificate.validTo),
        };
      }),
  };
}

function authorizationOf(answer: unknown): NonNullable<AuthorityOrder["authorization"]> {
  const { status, challenges } = AuthorizationObject.parse(answer);
  return {
    status,
    challenges: challenges.map(({ type, status: state, url, token = "", error }) => ({
      type,
      status: state,
      url,
      token,
      error: error ? problemOf(error) : null,
    })),
  };
}
