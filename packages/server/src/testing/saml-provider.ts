/**
 * Where do people sign in with SAML, in tests?
 *
 * A real provider on loopback, by a library that has nothing to do with ours above the signatures (samlify). It knows Posthorn
 * by the metadata that Posthorn gives out. Its page asks for an address, and takes everybody's word for it. It names people by
 * a persistent ID, and sends address and name as attributes.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as samlify from "samlify";
import { certificate } from "./peers.ts";

/** As most providers, and unlike the library's own, it says when the person has signed in. */
const RESPONSE = samlify.SamlLib.defaultLoginResponseTemplate.context.replace(
  "{AuthnStatement}",
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
);
const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const BASIC = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic";
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

export interface SamlProvider {
  /** What the owner of an organization enters, or pastes. */
  settings: { issuer: string; sign_in_url: string; certificates: string[] };
  metadata: string;
  /** Must be called before anybody signs in. `metadata`: Posthorn's. */
  trust: (metadata: string) => void;
  /** What it signs: assertions, unless this is changed. */
  sign: { message: boolean };
  /** Goes through the provider's pages from the address where a sign-on begins; returns what the browser posts then. */
  signInAs: (startUrl: string, email: string) => Promise<string>;
  close: () => Promise<void>;
}

export async function startSamlProvider(): Promise<SamlProvider> {
  const { key, cert } = await certificate({ name: "idp.test", keyType: "rsa" });
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  // Another site than the product's 127.0.0.1, so that a browser treats what it posts as it does in real use.
  const origin = `http://localhost:${port}`;
  const issuer = `${origin}/metadata`;
  samlify.setSchemaValidator({ validate: async () => "by Posthorn's tests" });
  const idp = samlify.IdentityProvider({
    entityID: issuer,
    privateKey: key,
    signingCert: cert,
    wantAuthnRequestsSigned: false,
    isAssertionEncrypted: false,
    requestSignatureAlgorithm: RSA_SHA256,
    nameIDFormat: [PERSISTENT],
    singleSignOnService: [{ Binding: REDIRECT, Location: `${origin}/sign-in` }],
    singleLogoutService: [{ Binding: REDIRECT, Location: `${origin}/sign-out` }], // the library warns without one
    loginResponseTemplate: {
      context: RESPONSE,
      attributes: ["mail", "displayName"].map((name) => ({
        name,
        valueTag: name,
        nameFormat: BASIC,
        valueXsiType: "xs:string",
      })),
    },
  });
  const sign = { message: false };
  let known = "";

  function serviceProvider() {
    return samlify.ServiceProvider({ metadata: known, wantMessageSigned: sign.message });
  }

  async function responseFor(query: URLSearchParams, email: string): Promise<URLSearchParams> {
    const sp = serviceProvider();
    const asked = await idp.parseLoginRequest(sp, "redirect", { query: Object.fromEntries(query) });
    const now = new Date();
    const soon = new Date(now.getTime() + 300_000).toISOString();
    const acs = String(sp.entityMeta.getAssertionConsumerService("post"));
    const { context } = await idp.createLoginResponse(sp, { ...asked }, "post", { email }, (template) => {
      const values = {
        ID: newId(),
        AssertionID: newId(),
        Destination: acs,
        Audience: sp.entityMeta.getEntityID(),
        SubjectRecipient: acs,
        Issuer: issuer,
        IssueInstant: now.toISOString(),
        StatusCode: samlify.Constants.StatusCode.Success,
        ConditionsNotBefore: now.toISOString(),
        ConditionsNotOnOrAfter: soon,
        SubjectConfirmationDataNotOnOrAfter: soon,
        NameIDFormat: PERSISTENT,
        NameID: createHash("sha256").update(email).digest("hex"),
        InResponseTo: String(asked.extract.request?.["id"]),
        attrMail: email,
        attrDisplayName: nameOf(email),
      };
      return { id: values.ID, context: samlify.SamlLib.replaceTagsByValue(template, values) };
    });
    return new URLSearchParams({ SAMLResponse: context, RelayState: query.get("RelayState") ?? "" });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (pathname !== "/sign-in") return void response.writeHead(404).end();
    if (request.method !== "POST") return void response.end(page(ASK));
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const email = new URLSearchParams(Buffer.concat(chunks).toString()).get("email") ?? "";
    const fields = await responseFor(searchParams, email);
    const action = String(serviceProvider().entityMeta.getAssertionConsumerService("post"));
    response.end(page(handOver(action, fields)));
  }

  return {
    settings: { issuer, sign_in_url: `${origin}/sign-in`, certificates: [cert] },
    metadata: idp.getMetadata(),
    trust: (metadata) => void (known = metadata),
    sign,
    signInAs: async (startUrl, email) =>
      (await responseFor(new URL(startUrl).searchParams, email)).toString(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const newId = () => `_${crypto.randomUUID()}`;

/** `grace.hopper@acme.test` is Grace Hopper. */
function nameOf(email: string): string {
  const words = (email.split("@", 1)[0] ?? "").split(".");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

const ASK = '<form method="post"><label>Address <input name="email"></label><button>Sign in</button></form>';

const page = (body: string) => `<!doctype html><html lang="en"><title>Provider</title>${body}`;

function handOver(action: string, fields: URLSearchParams): string {
  const inputs = [...fields].map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  return `<form method="post" action="${action}">${inputs.join("")}</form><script>document.forms[0].submit()</script>`;
}
