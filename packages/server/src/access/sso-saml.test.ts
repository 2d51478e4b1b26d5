/** What if a SAML provider, or somebody in its place or on the way, sends something that is not right? */
import { X509Certificate } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import {
  createForgedSaml,
  type ForgedSaml,
  HMAC,
  SAML_FORMATS,
  type SamlForgery,
} from "../testing/forged-saml.ts";
import type { SamlClient, SsoFound, SsoRefusal } from "./sso-provider.ts";
import { createSaml } from "./sso-saml.ts";
import { ssoUrlsOf } from "./sso-urls.ts";

const ORGANIZATION = "01900000-0000-7000-8000-000000000001";
let provider: ForgedSaml;
let client: SamlClient;
const logged: unknown[] = [];
const note = (...line: unknown[]) => void logged.push(line);
const saml = createSaml({ log: { debug: note, info: note, warn: note, error: note } });
beforeAll(async () => {
  provider = await createForgedSaml();
  client = {
    kind: "saml",
    organization_id: ORGANIZATION,
    ...provider.settings,
    ...ssoUrlsOf("https://posthorn.example", ORGANIZATION),
  };
});
afterEach(() => void provider.reform());

async function signIn(us = client): Promise<SsoFound | { refused: SsoRefusal }> {
  const begun = await saml.begin(us, "grace@acme.test");
  if ("refused" in begun) throw new Error(begun.refused.message);
  return saml.finish(us, begun.secrets, new URLSearchParams(provider.answerTo(begun.url)));
}

const inS = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

test.each<SamlForgery["signs"]>(["assertion", "response", "both"])(
  "what is right says who it is: a signature over %s",
  async (signs) => {
    provider.forgery.signs = signs;

    expect(await signIn()).toMatchObject({
      person: { subject: "person-1", verified_email: "grace@acme.test", name: "Grace" },
    });
  },
);

test("while the provider changes its certificate both count, and the answer says which it was", async () => {
  const both = { ...client, certificates: [...client.certificates, provider.nextCertificate] };
  const before = await signIn(both);
  provider.forgery.signedBy = "its next key";
  const after = await signIn(both);

  expect(await signIn()).toMatchObject({ refused: { code: "SSO_TOKEN_NOT_VALID" } });
  const fingerprints = [before, after].map((found) => "certificate" in found && found.certificate);
  expect(fingerprints).toEqual(both.certificates.map((pem) => new X509Certificate(pem).fingerprint256));
});

test.each([
  ["SHA-512", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", "http://www.w3.org/2001/04/xmlenc#sha512"],
  [
    "PSS",
    "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
    "http://www.w3.org/2001/04/xmlenc#sha256",
  ],
])("signatures with RSA and %s are right, too", async (_name, signatureAlgorithm, digestAlgorithm) => {
  Object.assign(provider.forgery, { signatureAlgorithm, digestAlgorithm });

  expect(await signIn()).toMatchObject({ person: { subject: "person-1" } });
});

const part = (xml: string, name: string) =>
  new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`).exec(xml)?.[0] ?? "";
const assertionIn = (xml: string) => part(xml, "saml:Assertion");
const signatureIn = (xml: string) => part(xml, "ds:Signature");
/** An assertion that says what somebody on the way would like it to say. */
const evil = (xml: string, id = "_evil") =>
  assertionIn(xml)
    .replace(signatureIn(xml), "")
    .replace('ID="_assertion"', `ID="${id}"`)
    .replaceAll("grace@acme.test", "owner@acme.test")
    .replace("person-1", "person-of-the-owner");
const extensions = (content: string) => `<samlp:Extensions>${content}</samlp:Extensions>`;
const inObject = (signature: string, content: string) =>
  signature.replace("</ds:Signature>", `<ds:Object>${content}</ds:Object></ds:Signature>`);

const FOR_ANOTHER = /is for another service/;
const ELSEWHERE = /is for another address/;
const ANOTHER_SIGN_ON = /belongs to another sign-on/;
const CLOCK = /has expired or is from the future/;
const NOT_SIGNED = /not signed with a certificate and in a way that Posthorn accepts/;
const NO_SAML = /none of SAML 2\.0 that Posthorn can read/;
const NO_NAME = /does not name the person in a way that lasts/;

test.each<[string, () => Partial<SamlForgery>, string, RegExp]>([
  [
    "another audience",
    () => ({ claims: { audience: "https://other.example" } }),
    "SSO_TOKEN_NOT_VALID",
    FOR_ANOTHER,
  ],
  ["no audience", () => ({ claims: { audience: undefined } }), "SSO_TOKEN_NOT_VALID", FOR_ANOTHER],
  [
    "a second restriction to another audience",
    () => ({
      before: (xml) =>
        xml.replace(
          "</saml:Conditions>",
          "<saml:AudienceRestriction><saml:Audience>other</saml:Audience></saml:AudienceRestriction></saml:Conditions>",
        ),
    }),
    "SSO_TOKEN_NOT_VALID",
    FOR_ANOTHER,
  ],
  [
    "a condition that nobody knows",
    () => ({ before: (xml) => xml.replace("</saml:Conditions>", "<saml:Condition/></saml:Conditions>") }),
    "SSO_TOKEN_NOT_VALID",
    /a condition that Posthorn does not know/,
  ],
  [
    "another issuer",
    () => ({ claims: { issuer: "https://evil.example" } }),
    "SSO_TOKEN_NOT_VALID",
    /another entity ID/,
  ],
  [
    "another issuer of the assertion alone",
    () => ({
      before: (xml) => xml.replace(/(<saml:Assertion[^>]*><saml:Issuer>)[^<]*/, "$1https://evil.example"),
    }),
    "SSO_TOKEN_NOT_VALID",
    /another entity ID/,
  ],
  [
    "another recipient",
    () => ({ claims: { recipient: "https://other.example/acs" } }),
    "SSO_TOKEN_NOT_VALID",
    ELSEWHERE,
  ],
  ["no recipient", () => ({ claims: { recipient: undefined } }), "SSO_TOKEN_NOT_VALID", ELSEWHERE],
  [
    "another destination",
    () => ({ claims: { destination: "https://other.example/acs" } }),
    "SSO_TOKEN_NOT_VALID",
    ELSEWHERE,
  ],
  [
    "a signed response without destination",
    () => ({ signs: "response", claims: { destination: undefined } }),
    "SSO_TOKEN_NOT_VALID",
    ELSEWHERE,
  ],
  [
    "an answer to another request",
    () => ({ claims: { inResponseTo: "_other", confirmedFor: "_other" } }),
    "SSO_TOKEN_NOT_VALID",
    ANOTHER_SIGN_ON,
  ],
  [
    "an assertion for another request",
    () => ({ claims: { confirmedFor: "_other" } }),
    "SSO_TOKEN_NOT_VALID",
    ANOTHER_SIGN_ON,
  ],
  [
    "an assertion for no request",
    () => ({ claims: { confirmedFor: undefined } }),
    "SSO_TOKEN_NOT_VALID",
    ANOTHER_SIGN_ON,
  ],
  [
    "an answer for which nobody has asked (a sign-on from the provider's portal)",
    () => ({ claims: { inResponseTo: undefined, confirmedFor: undefined } }),
    "SSO_TOKEN_NOT_VALID",
    ANOTHER_SIGN_ON,
  ],
  ["what has expired", () => ({ claims: { notOnOrAfter: inS(-61) } }), "SSO_TOKEN_NOT_VALID", CLOCK],
  [
    "a confirmation that has expired",
    () => ({ claims: { confirmedUntil: inS(-61) } }),
    "SSO_TOKEN_NOT_VALID",
    CLOCK,
  ],
  [
    "a confirmation without end",
    () => ({ claims: { confirmedUntil: undefined } }),
    "SSO_TOKEN_NOT_VALID",
    CLOCK,
  ],
  ["a session that has ended", () => ({ claims: { sessionUntil: inS(-61) } }), "SSO_TOKEN_NOT_VALID", CLOCK],
  ["what is not valid yet", () => ({ claims: { notBefore: inS(90) } }), "SSO_TOKEN_NOT_VALID", CLOCK],
  ["a clock too far ahead", () => ({ clockAheadS: 90 }), "SSO_TOKEN_NOT_VALID", CLOCK],
  ["a clock too far behind", () => ({ clockAheadS: -400 }), "SSO_TOKEN_NOT_VALID", CLOCK],
  ["a time that is none", () => ({ claims: { notOnOrAfter: "tomorrow" } }), "SSO_PROVIDER_FAILED", NO_SAML],
  ["no signature", () => ({ signs: "nothing" }), "SSO_TOKEN_NOT_VALID", NOT_SIGNED],
  ["the signature of another key", () => ({ signedBy: "another key" }), "SSO_TOKEN_NOT_VALID", NOT_SIGNED],
  [
    "a change after the signature",
    () => ({ after: (xml) => xml.replace("grace@acme.test", "owner@acme.test") }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "a change outside of the assertion, where both are signed",
    () => ({ signs: "both", after: (xml) => xml.replace("<samlp:Status>", "<samlp:Status> ") }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "a signature with the certificate as a shared secret",
    () => ({ signatureAlgorithm: HMAC }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "a signature with SHA-1",
    () => ({ signatureAlgorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "a digest with SHA-1",
    () => ({ digestAlgorithm: "http://www.w3.org/2000/09/xmldsig#sha1" }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "a canonical form with comments",
    () => ({ canonicalization: "http://www.w3.org/2001/10/xml-exc-c14n#WithComments" }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "another transform",
    () => ({
      transforms: [
        "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
        "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
      ],
    }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "another assertion before the signed one",
    () => ({ after: (xml) => xml.replace("<saml:Assertion", `${evil(xml)}<saml:Assertion`) }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "another assertion after the signed one",
    () => ({ after: (xml) => xml.replace("</samlp:Response>", `${evil(xml)}</samlp:Response>`) }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "another assertion around the signed one",
    () => ({
      after: (xml) =>
        xml.replace(
          assertionIn(xml),
          evil(xml).replace("</saml:Assertion>", `${assertionIn(xml)}</saml:Assertion>`),
        ),
    }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "another assertion in the place of the signed one, which moves into extensions",
    () => ({
      after: (xml) =>
        xml
          .replace(assertionIn(xml), evil(xml))
          .replace("<samlp:Status>", `${extensions(assertionIn(xml))}<samlp:Status>`),
    }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "the signature in another assertion, and the signed one inside the signature",
    () => ({
      after: (xml) => {
        const bare = assertionIn(xml).replace(signatureIn(xml), "");
        const wrapped = inObject(signatureIn(xml), bare);
        return xml.replace(assertionIn(xml), evil(xml).replace("</saml:Issuer>", `</saml:Issuer>${wrapped}`));
      },
    }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "the signature in another assertion with the same ID",
    () => ({
      after: (xml) =>
        xml.replace(
          assertionIn(xml),
          evil(xml, "_assertion").replace("</saml:Issuer>", `</saml:Issuer>${signatureIn(xml)}`),
        ),
    }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "another response around the signed one",
    () => ({
      signs: "response",
      after: (xml) => {
        const outer = xml
          .replace(signatureIn(xml), "")
          .replace('ID="_response"', 'ID="_evil_response"')
          .replace(assertionIn(xml), evil(xml));
        return outer.replace("</samlp:Response>", `${extensions(xml)}</samlp:Response>`);
      },
    }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "another response with the signature, and the signed one inside the signature",
    () => ({
      signs: "response",
      after: (xml) => {
        const bare = xml.replace(signatureIn(xml), "");
        return bare
          .replace('ID="_response"', 'ID="_evil_response"')
          .replace(assertionIn(bare), evil(xml))
          .replace("</saml:Issuer>", `</saml:Issuer>${inObject(signatureIn(xml), bare)}`);
      },
    }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "the signature of the assertion in the place of the response's",
    () => ({
      after: (xml) =>
        xml.replace(signatureIn(xml), "").replace("</saml:Issuer>", `</saml:Issuer>${signatureIn(xml)}`),
    }),
    "SSO_TOKEN_NOT_VALID",
    NOT_SIGNED,
  ],
  [
    "an entity that would read a file",
    () => ({
      after: (xml) =>
        `<!DOCTYPE samlp:Response [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace("Grace", "&x;")}`,
    }),
    "SSO_PROVIDER_FAILED",
    NO_SAML,
  ],
  [
    "entities that grow",
    () => ({
      after: (xml) =>
        `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${xml.replace("Grace", "&b;")}`,
    }),
    "SSO_PROVIDER_FAILED",
    NO_SAML,
  ],
  [
    "a comment that cuts an address",
    () => ({
      claims: { attributes: { email: ["grace@acme.test.evil.test"] } },
      after: (xml) => xml.replace("acme.test.evil", "acme.test<!-- -->.evil"),
    }),
    "SSO_PROVIDER_FAILED",
    NO_SAML,
  ],
  [
    "a comment that cuts the name ID",
    () => ({
      claims: { nameId: "grace@acme.test.evil.test", nameIdFormat: SAML_FORMATS.email, attributes: {} },
      after: (xml) => xml.replace("acme.test.evil", "acme.test<!---->.evil"),
    }),
    "SSO_PROVIDER_FAILED",
    NO_SAML,
  ],
  [
    "a processing instruction that cuts an address",
    () => ({
      claims: { attributes: { email: ["grace@acme.test.evil.test"] } },
      after: (xml) => xml.replace("acme.test.evil", "acme.test<?x?>.evil"),
    }),
    "SSO_PROVIDER_FAILED",
    NO_SAML,
  ],
  [
    "elements in an address",
    () => ({ claims: { attributes: { email: ["<b>grace@acme.test</b>"] } } }),
    "SSO_PROVIDER_FAILED",
    NO_SAML,
  ],
  [
    "elements in elements without end",
    () => ({ after: (xml) => xml.replace("<samlp:Status>", `${"<a>".repeat(20_000)}<samlp:Status>`) }),
    "SSO_PROVIDER_FAILED",
    NO_SAML,
  ],
  [
    "elements in elements, which end",
    () => ({
      after: (xml) =>
        xml.replace("<samlp:Status>", `${extensions("<a>".repeat(51) + "</a>".repeat(51))}<samlp:Status>`),
    }),
    "SSO_PROVIDER_FAILED",
    NO_SAML,
  ],
  [
    "more elements than anybody needs",
    () => ({
      after: (xml) => xml.replace("<samlp:Status>", `${extensions("<a/>".repeat(5_000))}<samlp:Status>`),
    }),
    "SSO_PROVIDER_FAILED",
    NO_SAML,
  ],
  ["what is no SAML", () => ({ after: () => "<html>Sign in</html>" }), "SSO_PROVIDER_FAILED", NO_SAML],
  ["what is not XML", () => ({ after: () => "Sign in <" }), "SSO_PROVIDER_FAILED", NO_SAML],
  ["nothing", () => ({ after: () => "" }), "SSO_PROVIDER_FAILED", NO_SAML],
  [
    "what is too long",
    () => ({ after: (xml) => xml + " ".repeat(256 * 1024) }),
    "SSO_PROVIDER_FAILED",
    NO_SAML,
  ],
  [
    "an encrypted assertion",
    () => ({ after: (xml) => xml.replace(assertionIn(xml), "<saml:EncryptedAssertion/>") }),
    "SSO_TOKEN_NOT_VALID",
    /has encrypted its answer/,
  ],
  ["nobody who has signed in", () => ({ claims: { statement: false } }), "SSO_PROVIDER_FAILED", NO_SAML],
  [
    "a name for this time only",
    () => ({ claims: { nameIdFormat: SAML_FORMATS.transient } }),
    "SSO_TOKEN_NOT_VALID",
    NO_NAME,
  ],
  [
    "a name that is too long",
    () => ({ claims: { nameId: "x".repeat(257) } }),
    "SSO_TOKEN_NOT_VALID",
    NO_NAME,
  ],
  ["no name", () => ({ claims: { nameId: "" } }), "SSO_TOKEN_NOT_VALID", NO_NAME],
  [
    "the provider's no",
    () => ({ signs: "nothing", claims: { status: "urn:oasis:names:tc:SAML:2.0:status:AuthnFailed" } }),
    "SSO_PROVIDER_REFUSED",
    /^The identity provider refused the sign-on\. It says: AuthnFailed\.$/,
  ],
  [
    "a no with words of somebody else",
    () => ({ signs: "nothing", claims: { status: "Call 0800 EVIL now" } }),
    "SSO_PROVIDER_REFUSED",
    /^The identity provider refused the sign-on\.$/,
  ],
])("%s lets nobody in", async (_what, forge, code, message) => {
  Object.assign(provider.forgery, forge());

  expect(await signIn()).toEqual({ refused: { code, message: expect.stringMatching(message) } });
});

test.each([50, -350])("a clock that is off by less than a minute is fine (%i s)", async (clockAheadS) => {
  provider.forgery.clockAheadS = clockAheadS; // an assertion is valid for 300 s

  expect(await signIn()).toHaveProperty("person");
});
