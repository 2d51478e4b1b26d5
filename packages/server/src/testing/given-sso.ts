/**
 * How does a test get an organization whose people sign in at an identity provider, and sign somebody in there?
 *
 * As in real use: the owner connects the provider, proves a mail domain at a real name server, and tests the sign-on. Each
 * call comes from another address, so that no test meets the limits of another.
 */
import type { SsoMode } from "@posthorn/contract/sso";
import { type Answer, type GivenApi, givenApi } from "./given-api.ts";
import { givenAccess, type GivenAccess } from "./given-access.ts";
import { browserOf, callAs } from "./given-person.ts";
import { type GivenName, startNameServer } from "./name-server.ts";

/** Addresses for the callers of a test. */
const PLACES = 250;

interface ProviderSettings {
  issuer: string;
  client_id: string;
  client_secret: string;
}

export interface SamlSettings {
  issuer: string;
  sign_in_url: string;
  certificates: string[];
}

export interface AuthReplyOf extends Answer {
  /** What the browser sends back after this reply. */
  cookie: string;
  /** Where the call came from. */
  place: string;
}

export interface GivenSso {
  api: GivenApi;
  identity: GivenAccess;
  /** The owner's. */
  cookie: string;
  organization_id: string;
  /** What DNS says; a test may change it. */
  names: Record<string, GivenName | "silent">;
  redirectUrl: string;
  /** Below the single sign-on of the organization, as the owner or somebody else. */
  ask: (method: string, path?: string, body?: unknown, cookie?: string) => Promise<Answer>;
  /** Below /auth; from a place of its own, unless it goes on with something. */
  post: (path: string, body: object, cookie?: string, place?: string) => Promise<AuthReplyOf>;
  connect: (provider: ProviderSettings, more?: { default_role?: string }) => Promise<Answer>;
  connectSaml: (provider: SamlSettings, more?: { default_role?: string }) => Promise<Answer>;
  /** What Posthorn tells a SAML provider about itself. */
  metadata: () => Promise<string>;
  prove: (domain: string) => Promise<Answer>;
  setMode: (mode: SsoMode) => Promise<Answer>;
  /** Tests the connection; `comeBack` is what the browser brings from the provider. */
  tryOut: (comeBack: (startUrl: string) => string | Promise<string>) => Promise<Answer>;
  signIn: (email: string, comeBack: (startUrl: string) => string | Promise<string>) => Promise<AuthReplyOf>;
  stop: () => Promise<void>;
}

export async function givenSso(settings: Parameters<typeof givenAccess>[0] = {}): Promise<GivenSso> {
  const names: GivenSso["names"] = {};
  const nameServer = await startNameServer(names);
  const identity = await givenAccess(settings);
  const api = await givenApi({ identity, nameServer: nameServer.address });
  const { cookie } = await identity.signUp();
  const session = await callAs(api, cookie, "GET", "/session");
  const organization_id: string = session.body.organizations[0].id;
  let places = 0;

  const ask: GivenSso["ask"] = (method, path = "", body, as = cookie) =>
    callAs(api, as, method, `/organizations/${organization_id}/sso${path}`, body);

  const post: GivenSso["post"] = async (path, body, sent = "", place = `198.51.100.${places++ % PLACES}`) => {
    const reply = await api.call("POST", `//auth${path}`, {
      key: null,
      headers: { ...browserOf(sent), "x-forwarded-for": place },
      body,
    });
    const jar = new Map(sent === "" ? [] : sent.split("; ").map(pairOf));
    for (const line of reply.headers.getSetCookie()) {
      const [name, value] = pairOf(line.split(";")[0] ?? "");
      if (/max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return { ...reply, place, cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") };
  };

  const finish = async (begun: AuthReplyOf, comeBack: (startUrl: string) => string | Promise<string>) =>
    begun.status === 200
      ? post(
          "/sign-in/sso/finish",
          { organization_id, answer: await comeBack(begun.body.url) },
          begun.cookie,
          begun.place,
        )
      : begun;

  return {
    api,
    identity,
    cookie,
    organization_id,
    names,
    redirectUrl: (await ask("GET")).body.redirect_url,
    ask,
    post,
    connect: ({ issuer, client_id, client_secret }, { default_role = "member" } = {}) =>
      ask("PUT", "", { issuer, client_id, client_secret, default_role }),
    connectSaml: ({ issuer, sign_in_url, certificates }, { default_role = "member" } = {}) =>
      ask("PUT", "/saml", { issuer, sign_in_url, certificates, default_role }),
    metadata: async () =>
      String((await api.call("GET", `//sso/${organization_id}/metadata`, { key: null })).body),
    async prove(domain) {
      const added = await ask("POST", "/domains", { domain });
      names[added.body.record.name] = { texts: [added.body.record.value] };
      return ask("POST", `/domains/${added.body.id}/check`);
    },
    setMode: (mode) => ask("PUT", "/mode", { mode }),
    tryOut: async (comeBack) => finish(await post("/sso/test", { organization_id }, cookie), comeBack),
    signIn: async (email, comeBack) => finish(await post("/sign-in/sso", { email }), comeBack),
    async stop() {
      await api.stop();
      nameServer.close();
    },
  };
}

function pairOf(text: string): [string, string] {
  const equals = text.indexOf("=");
  return [text.slice(0, equals), text.slice(equals + 1)];
}
