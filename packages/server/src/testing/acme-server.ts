/**
 * Which certificate authority do tests order from?
 *
 * A small server of RFC 8555 on loopback, with a root and an intermediate certificate of its own. It checks every call as an
 * authority does: signature, nonce, URL, account. It really looks for proofs: it asks the test's name server, and fetches
 * the file from the port that stands for port 80. Tests make it refuse, forget and hurry.
 */
import { randomBytes } from "node:crypto";
import { promises as dns } from "node:dns";
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import * as x509 from "@peculiar/x509";
import { type JWK, calculateJwkThumbprint, decodeProtectedHeader, flattenedVerify, importJWK } from "jose";

const SIGNED_WITH = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY_MS = 24 * 60 * 60 * 1000;
const TYPE = "urn:ietf:params:acme:error:";

interface Problem {
  status: number;
  type: string;
  detail: string;
  retryAfter?: string;
}

class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

function refuse(status: number, type: string, detail: string): never {
  throw new Refused({ status, type, detail });
}

interface Challenge {
  id: string;
  type: "http-01" | "dns-01";
  status: string;
  token: string;
  error?: { type: string; detail: string };
}

interface Order {
  id: string;
  account: string;
  hostname: string;
  /** Before its challenges say more. */
  status: "pending" | "ready" | "processing" | "valid" | "invalid";
  challenges: Challenge[];
  expiresAtMs: number;
  chain: string | null;
}

export interface AcmeServerSettings {
  /** Of the test's name server. */
  nameServer: string;
  /** The port that stands for port 80. It may be chosen after the start. */
  httpPort?: number;
  /** Of the certificates, from now. */
  lifetimeMs?: number;
}

export type AcmeServer = Awaited<ReturnType<typeof startAcmeServer>>;

export async function startAcmeServer(settings: AcmeServerSettings) {
  const authority = await newAuthority();
  const nonces = new Set<string>();
  const accounts = new Map<string, JWK>();
  const orders: Order[] = [];
  /** What the next calls of this kind get instead of an answer. */
  const refusals: { path: RegExp; problem: Problem }[] = [];
  const calls: string[] = [];
  const chosen = { httpPort: settings.httpPort ?? 0, lifetimeMs: settings.lifetimeMs ?? 90 * DAY_MS };
  const resolver = new dns.Resolver();
  resolver.setServers([settings.nameServer]);

  const server = createServer((request, response) => {
    const nonce = randomBytes(16).toString("base64url");
    nonces.add(nonce);
    response.setHeader("replay-nonce", nonce);
    response.setHeader("cache-control", "no-store");
    answer(request, response).catch((error: unknown) => {
      const { status, type, detail, retryAfter } =
        error instanceof Refused
          ? error.problem
          : { status: 500, type: "serverInternal", detail: String(error), retryAfter: undefined };
      if (retryAfter !== undefined) response.setHeader("retry-after", retryAfter);
      response.writeHead(status, { "content-type": "application/problem+json" });
      response.end(JSON.stringify({ type: TYPE + type, detail, status }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an AddressInfo

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    calls.push(`${request.method} ${path.replace(/[\w-]{16,}/g, "*")}`);
    if (path === "/directory")
      return reply(response, 200, {
        newNonce: `${base}/new-nonce`,
        newAccount: `${base}/new-account`,
        newOrder: `${base}/new-order`,
        revokeCert: `${base}/revoke`,
        keyChange: `${base}/key-change`,
        meta: { termsOfService: `${base}/terms` },
      });
    if (path === "/new-nonce") return void response.writeHead(request.method === "HEAD" ? 200 : 204).end();
    if (request.method !== "POST") refuse(405, "malformed", "Only POST");
    const { payload, jwk, account } = await signedCall(request, `${base}${path}`);
    const refusal = refusals.findIndex((one) => one.path.test(path));
    if (refusal >= 0) throw new Refused(refusals.splice(refusal, 1)[0]!.problem); // it was found there
    if (path === "/new-account") return newAccount(response, jwk, payload);
    if (account === null) refuse(401, "unauthorized", "Only a new account has no kid");
    const [, kind, id = "", action] = path.split("/");
    if (kind === "account") return reply(response, 200, { status: "valid", contact: [] });
    if (kind === "new-order") return newOrder(response, account, payload);
    const order = orders.find(
      (one) => one.id === id || one.challenges.some((challenge) => challenge.id === id),
    );
    if (!order || order.account !== account) refuse(404, "malformed", "No such resource");
    if (kind === "order" && action === "finalize") return finalize(response, order, payload);
    if (kind === "order") return replyOrder(response, 200, order);
    if (kind === "authorization") return reply(response, 200, authorizationView(order));
    const challenge = order.challenges.find((one) => one.id === id);
    if (kind === "challenge" && challenge) {
      if (payload !== null && challenge.status === "pending") void validate(order, challenge);
      return reply(response, 200, challengeView(challenge));
    }
    if (kind === "certificate" && order.chain !== null) {
      response.writeHead(200, { "content-type": "application/pem-certificate-chain" });
      return void response.end(order.chain);
    }
    return refuse(404, "malformed", "No such resource");
  }

  /** Null as payload: the caller only reads. */
  async function signedCall(request: IncomingMessage, url: string) {
    if (request.headers["content-type"] !== "application/jose+json")
      refuse(415, "malformed", "The content type must be application/jose+json");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const jws = JSON.parse(Buffer.concat(chunks).toString());
    const header = decodeProtectedHeader(jws) as { nonce?: string; url?: string; kid?: string; jwk?: JWK };
    if (header.nonce === undefined || !nonces.delete(header.nonce))
      refuse(400, "badNonce", "The nonce is not one of ours, or was used before");
    if (header.url !== url) refuse(401, "unauthorized", "The call was signed for another URL");
    if ((header.kid === undefined) === (header.jwk === undefined))
      refuse(400, "malformed", "Either kid or jwk");
    const account = header.kid?.slice(`${base}/account/`.length) ?? null;
    const jwk = account === null ? header.jwk : accounts.get(account);
    if (!jwk) refuse(400, "accountDoesNotExist", "There is no such account");
    const verified = await flattenedVerify(jws, await importJWK(jwk, "ES256")).catch(() =>
      refuse(400, "malformed", "The signature is wrong"),
    );
    const text = Buffer.from(verified.payload).toString();
    return { payload: text === "" ? null : JSON.parse(text), jwk, account };
  }

  async function newAccount(
    response: ServerResponse,
    jwk: JWK,
    payload: { termsOfServiceAgreed?: boolean },
  ): Promise<void> {
    const id = await calculateJwkThumbprint(jwk);
    const isKnown = accounts.has(id);
    if (!isKnown && payload.termsOfServiceAgreed !== true)
      refuse(403, "userActionRequired", "The terms of service must be agreed to");
    accounts.set(id, jwk);
    response.setHeader("location", `${base}/account/${id}`);
    reply(response, isKnown ? 200 : 201, { status: "valid" });
  }

  function newOrder(
    response: ServerResponse,
    account: string,
    { identifiers }: { identifiers: { type: string; value: string }[] },
  ): void {
    const order: Order = {
      id: randomBytes(16).toString("hex"),
      account,
      hostname: identifiers[0]?.value ?? "",
      status: "pending",
      challenges: (["http-01", "dns-01"] as const).map((type) => ({
        id: randomBytes(16).toString("hex"),
        type,
        status: "pending",
        token: randomBytes(24).toString("base64url"),
      })),
      expiresAtMs: Date.now() + DAY_MS,
      chain: null,
    };
    orders.push(order);
    replyOrder(response, 201, order);
  }

  function statusOf(order: Order): Order["status"] {
    const isOpen = order.status === "pending" || order.status === "ready";
    if (isOpen && order.expiresAtMs <= Date.now()) return "invalid";
    if (order.status !== "pending") return order.status;
    if (order.challenges.some(({ status }) => status === "invalid")) return "invalid";
    return order.challenges.some(({ status }) => status === "valid") ? "ready" : "pending";
  }

  function replyOrder(response: ServerResponse, code: number, order: Order): void {
    const url = `${base}/order/${order.id}`;
    response.setHeader("location", url);
    reply(response, code, {
      status: statusOf(order),
      expires: new Date(order.expiresAtMs).toISOString(),
      identifiers: [{ type: "dns", value: order.hostname }],
      authorizations: [`${base}/authorization/${order.id}`],
      finalize: `${url}/finalize`,
      ...(order.chain !== null && { certificate: `${base}/certificate/${order.id}` }),
    });
  }

  function authorizationView(order: Order) {
    const statuses = order.challenges.map(({ status }) => status);
    const isExpired = statusOf(order) === "invalid" && !statuses.includes("invalid");
    return {
      identifier: { type: "dns", value: order.hostname },
      status:
        statuses.find((status) => status === "invalid" || status === "valid") ??
        (isExpired ? "expired" : "pending"),
      expires: new Date(order.expiresAtMs).toISOString(),
      challenges: order.challenges.map(challengeView),
    };
  }

  function challengeView({ id, type, status, token, error }: Challenge) {
    return { type, status, token, url: `${base}/challenge/${id}`, ...(error && { error }) };
  }

  async function validate(order: Order, challenge: Challenge): Promise<void> {
    challenge.status = "processing";
    const jwk = accounts.get(order.account);
    const expected = `${challenge.token}.${jwk ? await calculateJwkThumbprint(jwk) : ""}`;
    try {
      if (challenge.type === "http-01") await findFile(order.hostname, challenge.token, expected);
      else await findRecord(order.hostname, expected);
      challenge.status = "valid";
    } catch (error) {
      const { type, detail } =
        error instanceof Refused ? error.problem : { type: "connection", detail: String(error) };
      challenge.error = { type: TYPE + type, detail };
      challenge.status = "invalid";
    }
  }

  async function findFile(hostname: string, token: string, expected: string): Promise<void> {
    const [address] = await resolver
      .resolve4(hostname)
      .catch(() => refuse(400, "dns", `No valid A record found for ${hostname}`));
    const path = `/.well-known/acme-challenge/${token}`;
    const { status, body } = await fetched(address ?? "", path, hostname);
    if (status !== 200 || body.trim() !== expected)
      refuse(403, "unauthorized", `Invalid response from http://${hostname}${path}: ${status}`);
  }

  function fetched(host: string, path: string, hostname: string): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const headers = { host: hostname };
      const asked = httpRequest({ host, port: chosen.httpPort, path, headers, agent: false }, (found) => {
        const chunks: Buffer[] = [];
        found.on("data", (chunk: Buffer) => chunks.push(chunk));
        found.on("end", () =>
          resolve({ status: found.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
      });
      asked.on("error", reject);
      asked.end();
    });
  }

  async function findRecord(hostname: string, expected: string): Promise<void> {
    const name = `_acme-challenge.${hostname}`;
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(expected))).toString(
      "base64url",
    );
    const records = await resolver
      .resolveTxt(name)
      .catch(() => refuse(400, "dns", `No TXT record found at ${name}`));
    if (!records.some((parts) => parts.join("") === hash))
      refuse(403, "unauthorized", `Incorrect TXT record found at ${name}`);
  }

  async function finalize(response: ServerResponse, order: Order, payload: { csr: string }): Promise<void> {
    if (statusOf(order) !== "ready") refuse(403, "orderNotReady", `The order is ${statusOf(order)}`);
    const csr = new x509.Pkcs10CertificateRequest(Buffer.from(payload.csr, "base64url"));
    const names = namesIn(csr);
    const isRight = names.length === 1 && names[0]?.type === "dns" && names[0].value === order.hostname;
    if (!isRight || !(await csr.verify()))
      refuse(400, "badCSR", "The request is for other names, or not signed");
    order.status = "processing";
    replyOrder(response, 200, order);
    order.chain = await authority.issue(order.hostname, csr, chosen.lifetimeMs);
    order.status = "valid";
  }

  return {
    directoryUrl: `${base}/directory`,
    /** What a client trusts, as PEM. */
    root: authority.root,
    /** Of each call, in the order in which they came, with a star for each id. */
    calls,
    /** Names in the order in which they were ordered. */
    ordered: () => orders.map(({ hostname }) => hostname),
    accounts: () => accounts.size,
    /** The port that stands for port 80, and how long new certificates last. */
    chosen,
    /** The next call of this path is refused. */
    refuseNext: (path: RegExp, problem: Problem) => void refusals.push({ path, problem }),
    /** As if the time of all open orders had come. */
    expireOrders() {
      for (const order of orders) order.expiresAtMs = 0;
    },
    /** As if somebody had deleted everything but the certificates. */
    forgetOrders: () => void orders.splice(0),
    forgetNonces: () => nonces.clear(),
    close() {
      resolver.cancel();
      server.closeAllConnections();
      server.close();
    },
  };
}

function namesIn(csr: x509.Pkcs10CertificateRequest): { type: string; value: string }[] {
  const extension = csr.extensions.find((one) => one instanceof x509.SubjectAlternativeNameExtension);
  return extension?.names.toJSON() ?? [];
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function newAuthority() {
  x509.cryptoProvider.set(crypto);
  const newKeys = () => crypto.subtle.generateKey(SIGNED_WITH, false, ["sign", "verify"]);
  const [rootKeys, keys] = await Promise.all([newKeys(), newKeys()]);
  const dates = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + 365 * DAY_MS) };
  const extensions = [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ];
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: "CN=Test root",
    ...dates,
    keys: rootKeys,
    signingAlgorithm: SIGNED_WITH,
    extensions,
  });
  const intermediate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: "CN=Test intermediate",
    issuer: root.subject,
    ...dates,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: SIGNED_WITH,
    extensions,
  });

  return {
    root: root.toString("pem"),
    async issue(hostname: string, csr: x509.Pkcs10CertificateRequest, lifetimeMs: number): Promise<string> {
      const leaf = await x509.X509CertificateGenerator.create({
        serialNumber: serial(),
        subject: `CN=${hostname}`,
        issuer: intermediate.subject,
        notBefore: new Date(),
        notAfter: new Date(Date.now() + lifetimeMs),
        publicKey: csr.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: SIGNED_WITH,
        extensions: [
          new x509.SubjectAlternativeNameExtension([{ type: "dns", value: hostname }]),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        ],
      });
      return `${leaf.toString("pem")}\n${intermediate.toString("pem")}\n`;
    },
  };
}

/** Positive, whatever the first bit is. */
function serial(): string {
  return `01${randomBytes(15).toString("hex")}`;
}
