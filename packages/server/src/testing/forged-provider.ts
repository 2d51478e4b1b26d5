/**
 * What does an identity provider send that is broken or evil, in tests?
 *
 * A server on loopback that does what the protocol says until a test changes a part of it: the discovery document, the keys,
 * the claims, how the token is signed, or a whole answer. Nobody visits its pages: a test takes what the browser would bring.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from "jose";

export const FORGED_CLIENT = { client_id: "posthorn", client_secret: "shared" } as const;

export interface Forgery {
  /** Replace or, if undefined, remove fields. */
  discovery: Record<string, unknown>;
  claims: JWTPayload;
  /** Who signs the token: its own key, another one under the same name, nobody, or whoever knows the client's secret. */
  signedBy: "itself" | "another key" | "nobody" | "the secret";
  /** How many seconds its clock is ahead of ours. */
  clockAheadS: number;
  /** By path: answers itself instead. */
  answers: Record<string, (response: ServerResponse) => void>;
}

const honest = (): Forgery => ({
  discovery: {},
  claims: {},
  signedBy: "itself",
  clockAheadS: 0,
  answers: {},
});

export async function startForgedProvider() {
  const forgery = honest();
  /** Codes that were exchanged. A real provider takes each once, and so does this one. */
  const used = new Set<string>();
  /** What the last sign-on has begun with. */
  let begun = new URLSearchParams();
  const keys = { own: await generateKeyPair("RS256"), other: await generateKeyPair("RS256") };
  const server = createServer((request, response) => void answer(request, response));
  server.keepAliveTimeout = 0; // a busy test must not find its connection just being closed
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  const issuer = `http://127.0.0.1:${port}`;

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000) + forgery.clockAheadS;
    const claims: JWTPayload = {
      iss: issuer,
      aud: FORGED_CLIENT.client_id,
      sub: "person-1",
      iat: now,
      exp: now + 300,
      nonce: begun.get("nonce"),
      email: "grace@acme.test",
      email_verified: true,
      name: "Grace",
      ...forgery.claims,
    };
    if (forgery.signedBy === "nobody") return new UnsecuredJWT(claims).encode();
    if (forgery.signedBy === "the secret")
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(FORGED_CLIENT.client_secret.padEnd(32, "."))); // HS256 needs as many bytes
    const { privateKey } = forgery.signedBy === "itself" ? keys.own : keys.other;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(privateKey);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", issuer).pathname;
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const own = forgery.answers[path];
    if (own) return own(response);
    const [status, body] = await bodyOf(path, new URLSearchParams(Buffer.concat(chunks).toString()));
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  }

  async function bodyOf(path: string, form: URLSearchParams): Promise<[number, unknown]> {
    if (path === "/.well-known/openid-configuration")
      return [
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          authorization_response_iss_parameter_supported: true,
          ...forgery.discovery,
        },
      ];
    if (path === "/keys")
      return [
        200,
        { keys: [{ ...(await exportJWK(keys.own.publicKey)), kid: "one", alg: "RS256", use: "sig" }] },
      ];
    if (path !== "/token") return [404, {}];
    const code = form.get("code") ?? "";
    if (used.has(code)) return [400, { error: "invalid_grant" }];
    used.add(code);
    return [200, { access_token: "opaque", token_type: "Bearer", id_token: await idToken() }];
  }

  return {
    issuer,
    forgery,
    /** As it was at the beginning. */
    reform: () => Object.assign(forgery, honest()),
    /** What the provider adds to the redirect URL. */
    answerTo(startUrl: string, changes: Record<string, string> = {}): string {
      begun = new URL(startUrl).searchParams;
      return new URLSearchParams({
        code: `code-${begun.get("state")}`,
        state: begun.get("state") ?? "",
        iss: issuer,
        ...changes,
      }).toString();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type ForgedProvider = Awaited<ReturnType<typeof startForgedProvider>>;
