/**
 * Where do people sign in with single sign-on, in tests?
 *
 * A real provider of OpenID Connect on loopback, by a library that is certified for it (oidc-provider). It has one client. Its
 * page asks for an address, and takes everybody's word for it. The address is given by its userinfo endpoint alone, as the
 * library does by default.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";

export const PROVIDER_CLIENT = {
  client_id: "posthorn",
  client_secret: "a secret of the client's own",
} as const;

export interface IdentityProvider {
  issuer: string;
  /** People whose address it has not verified. */
  unverified: Set<string>;
  /** Goes through the provider's pages from the address where a sign-on begins; returns where they lead back to. */
  signInAs: (startUrl: string, email: string) => Promise<URL>;
  close: () => Promise<void>;
}

export async function startIdentityProvider(redirectUrl: string): Promise<IdentityProvider> {
  const unverified = new Set<string>();
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider = new Provider(issuer, {
    clients: [{ ...PROVIDER_CLIENT, redirect_uris: [redirectUrl] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "one" }] },
    cookies: { keys: ["a key for tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    // The library mentions each one that it has to choose itself.
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      Grant: 300,
      IdToken: 300,
      Interaction: 300,
      Session: 300,
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: accountId,
        email_verified: !unverified.has(accountId),
        name: nameOf(accountId),
      }),
    }),
    // Nobody is asked whether Posthorn may know who they are.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith("/interaction/")) return void callback(request, response);
    return void (request.method === "POST" ? finish(request, response) : ask(response));
  });

  async function finish(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const accountId = new URLSearchParams(Buffer.concat(chunks).toString()).get("email") ?? "";
    await provider.interactionFinished(request, response, { login: { accountId } });
  }

  return {
    issuer,
    unverified,
    async signInAs(startUrl, email) {
      const jar = new Map<string, string>();
      let url = new URL(startUrl);
      let body: URLSearchParams | null = null;
      while (!url.href.startsWith(redirectUrl)) {
        const response: Response = await fetch(url, {
          redirect: "manual",
          method: body ? "POST" : "GET",
          headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
          body,
        });
        await response.arrayBuffer();
        for (const cookie of response.headers.getSetCookie()) {
          const [pair = ""] = cookie.split(";");
          const equals = pair.indexOf("=");
          jar.set(pair.slice(0, equals), pair.slice(equals + 1));
        }
        const next = response.headers.get("location");
        body = next === null ? new URLSearchParams({ email }) : null;
        if (next === null && !url.pathname.startsWith("/interaction/"))
          throw new Error(`The provider answered ${response.status} at ${url.pathname}`);
        if (next !== null) url = new URL(next, url);
      }
      return url;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** "grace.hopper@example.com" → "Grace Hopper" */
function nameOf(email: string): string {
  const words = (email.split("@")[0] ?? "").split(".");
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ");
}

function ask(response: ServerResponse): void {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(
    `<!doctype html><title>Identity provider</title><form method="post">
     <label>Address <input name="email"></label><button>Sign in</button></form>`,
  );
}
