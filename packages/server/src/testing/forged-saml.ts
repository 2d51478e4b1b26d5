/**
 * What does a SAML provider send that is broken or evil, in tests?
 *
 * It writes and signs its answers itself, right until a test changes a part of them: before the signature, where the provider
 * itself is wrong, or after it, where somebody on the way is. Nobody visits its pages: a test takes what the browser would post.
 */
import { inflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";
import { certificate, type Issuer } from "./peers.ts";

const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
/** With a secret that both sides know. */
export const HMAC = "http://www.w3.org/2000/09/xmldsig#hmac-sha1";
export const SAML_FORMATS = {
  persistent: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  transient: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
  email: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  unspecified: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
};

/** Undefined leaves it out. */
interface Claims {
  issuer: string | undefined;
  audience: string | undefined;
  recipient: string | undefined;
  destination: string | undefined;
  /** Of the response, and of the assertion. */
  inResponseTo: string | undefined;
  confirmedFor: string | undefined;
  notBefore: string | undefined;
  notOnOrAfter: string | undefined;
  confirmedUntil: string | undefined;
  sessionUntil: string | undefined;
  nameId: string;
  nameIdFormat: string | undefined;
  attributes: Record<string, string[]>;
  status: string;
  statement: boolean;
}

export interface SamlForgery {
  claims: Partial<Claims>;
  /** How many seconds its clock is ahead of ours. */
  clockAheadS: number;
  signs: "assertion" | "response" | "both" | "nothing";
  signedBy: "itself" | "its next key" | "another key";
  signatureAlgorithm: string;
  digestAlgorithm: string;
  canonicalization: string;
  transforms: string[];
  /** Changes the document before it is signed, and after. */
  before: (xml: string) => string;
  after: (xml: string) => string;
}

const asItIs = (xml: string) => xml;
const honest = (): SamlForgery => ({
  claims: {},
  clockAheadS: 0,
  signs: "assertion",
  signedBy: "itself",
  signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
  canonicalization: EXCLUSIVE,
  transforms: [ENVELOPED, EXCLUSIVE],
  before: asItIs,
  after: asItIs,
});

const ISSUER = "https://idp.example.com/saml";
const RESPONSE = "/*[local-name(.)='Response']";

export async function createForgedSaml() {
  const forgery = honest();
  const keys: Record<SamlForgery["signedBy"], Issuer> = {
    itself: await certificate({ name: "idp.example.com", keyType: "rsa" }),
    "its next key": await certificate({ name: "idp.example.com", keyType: "rsa" }),
    "another key": await certificate({ name: "idp.example.com", keyType: "rsa" }),
  };

  function signed(xml: string, what: "Response" | "Assertion"): string {
    const path = what === "Response" ? RESPONSE : `${RESPONSE}/*[local-name(.)='Assertion']`;
    const { key, cert } = keys[forgery.signedBy];
    const signer = new SignedXml({ privateKey: key, publicCert: cert, idAttribute: "ID" });
    if (forgery.signatureAlgorithm === HMAC) {
      signer.enableHMAC();
      signer.privateKey = cert; // which everybody may know
    }
    signer.signatureAlgorithm = forgery.signatureAlgorithm;
    signer.canonicalizationAlgorithm = forgery.canonicalization;
    signer.addReference({
      xpath: path,
      transforms: forgery.transforms,
      digestAlgorithm: forgery.digestAlgorithm,
    });
    const location = { reference: `${path}/*[local-name(.)='Issuer']`, action: "after" } as const;
    signer.computeSignature(xml, { prefix: "ds", location });
    return signer.getSignedXml();
  }

  function claimsFor(startUrl: string): Claims {
    const request = samlRequestIn(startUrl);
    const now = Date.now() + forgery.clockAheadS * 1000;
    const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
    return {
      issuer: ISSUER,
      audience: request.issuer,
      recipient: request.acsUrl,
      destination: request.acsUrl,
      inResponseTo: request.id,
      confirmedFor: request.id,
      notBefore: at(0),
      notOnOrAfter: at(300),
      confirmedUntil: at(300),
      sessionUntil: undefined,
      nameId: "person-1",
      nameIdFormat: SAML_FORMATS.persistent,
      attributes: { email: ["grace@acme.test"], displayName: ["Grace"] },
      status: "urn:oasis:names:tc:SAML:2.0:status:Success",
      statement: true,
      ...forgery.claims,
    };
  }

  /** The document of an answer. */
  function responseTo(startUrl: string): string {
    let xml = forgery.before(documentOf(claimsFor(startUrl), Date.now() + forgery.clockAheadS * 1000));
    if (forgery.signs === "assertion" || forgery.signs === "both") xml = signed(xml, "Assertion");
    if (forgery.signs === "response" || forgery.signs === "both") xml = signed(xml, "Response");
    return forgery.after(xml);
  }

  return {
    settings: {
      issuer: ISSUER,
      sign_in_url: "https://idp.example.com/sign-in?tenant=1",
      certificates: [keys.itself.cert],
    },
    nextCertificate: keys["its next key"].cert,
    forgery,
    /** As it was at the beginning. */
    reform: () => Object.assign(forgery, honest()),
    responseTo,
    /** What the browser posts. */
    answerTo: (startUrl: string, changes: Record<string, string> = {}): string =>
      new URLSearchParams({
        SAMLResponse: Buffer.from(responseTo(startUrl)).toString("base64"),
        RelayState: new URL(startUrl).searchParams.get("RelayState") ?? "",
        ...changes,
      }).toString(),
  };
}

export type ForgedSaml = Awaited<ReturnType<typeof createForgedSaml>>;

export function samlRequestIn(startUrl: string): { xml: string; id: string; issuer: string; acsUrl: string } {
  const packed = Buffer.from(new URL(startUrl).searchParams.get("SAMLRequest") ?? "", "base64");
  const xml = inflateRawSync(packed).toString();
  const found = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? "";
  return {
    xml,
    id: found(/ ID="([^"]+)"/),
    issuer: found(/Issuer>([^<]+)</),
    acsUrl: found(/AssertionConsumerServiceURL="([^"]+)"/),
  };
}

function documentOf(claims: Claims, now: number): string {
  const { nameId, nameIdFormat, attributes, status, statement } = claims;
  const issued = new Date(now).toISOString();
  const when = attribute("NotBefore", claims.notBefore) + attribute("NotOnOrAfter", claims.notOnOrAfter);
  const data = [
    attribute("InResponseTo", claims.confirmedFor),
    attribute("Recipient", claims.recipient),
    attribute("NotOnOrAfter", claims.confirmedUntil),
  ].join("");
  const answers = attribute("InResponseTo", claims.inResponseTo);
  const issuer = element("saml:Issuer", claims.issuer);
  const audience =
    claims.audience === undefined
      ? ""
      : `<saml:AudienceRestriction>${element("saml:Audience", claims.audience)}</saml:AudienceRestriction>`;
  const values = Object.entries(attributes).map(
    ([name, texts]) =>
      `<saml:Attribute Name="${name}">${texts.map((text) => element("saml:AttributeValue", text)).join("")}</saml:Attribute>`,
  );
  const signedIn = statement
    ? `<saml:AuthnStatement AuthnInstant="${issued}"${attribute("SessionNotOnOrAfter", claims.sessionUntil)}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
    : "";
  const assertion = `<saml:Assertion ID="_assertion" Version="2.0" IssueInstant="${issued}">${issuer}<saml:Subject><saml:NameID${attribute("Format", nameIdFormat)}>${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${data}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions${when}>${audience}</saml:Conditions>${signedIn}<saml:AttributeStatement>${values.join("")}</saml:AttributeStatement></saml:Assertion>`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_response" Version="2.0" IssueInstant="${issued}"${attribute("Destination", claims.destination)}${answers}>${issuer}<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${assertion}</samlp:Response>`;
}

function attribute(name: string, value: string | undefined): string {
  return value === undefined ? "" : ` ${name}="${value}"`;
}

function element(name: string, value: string | undefined): string {
  return value === undefined ? "" : `<${name}>${value}</${name}>`;
}
