/**
 * Who has signed in, by what a SAML provider has posted?
 *
 * Pure: the time comes in. The signature first (saml-signature.ts), then all that the signed assertion says about itself: who
 * has made it, for whom, for which address, for which sign-on and for when. Where the response around it says the same, it
 * must agree. Only after that is it read for the person.
 */
import type { XmlElement } from "@xmldom/xmldom";
import * as faults from "./saml-fault.ts";
import { SamlFault } from "./saml-fault.ts";
import { signedAssertionIn } from "./saml-signature.ts";
import {
  ASSERTION,
  attributeOf,
  childNamed,
  childrenNamed,
  childrenOf,
  isNamed,
  parseXml,
  PROTOCOL,
  textOf,
} from "./saml-xml.ts";
import type { SamlClient, SsoFound, SsoPerson } from "./sso-provider.ts";

/** By how much the provider's clock may differ from ours. */
const CLOCK_SKEW_MS = 60_000;
const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
/** Names that stay with a person. `unspecified` is what several providers say of a user name. */
const LASTING_FORMATS = [
  "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
  EMAIL_FORMAT,
];
/** The standard allows no more of a persistent one. */
const NAME_ID_MAX_CHARACTERS = 256;
/** As providers call them, in small letters. */
const EMAIL_NAMES = new Set([
  "email",
  "mail",
  "emailaddress",
  "user.email",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
]);
const NAME_NAMES = new Set([
  "displayname",
  "name",
  "cn",
  "urn:oid:2.16.840.1.113730.3.1.241",
  "urn:oid:2.5.4.3",
  "http://schemas.microsoft.com/identity/claims/displayname",
]);

export interface Expected extends Pick<SamlClient, "issuer" | "certificates" | "entity_id" | "redirect_url"> {
  request_id: string;
  now: number;
}

/** `encoded`: the Base64 of the form. Throws a SamlFault. */
export function readSamlAnswer(encoded: string, expected: Expected): SsoFound {
  const text = decoded(encoded);
  const response = parseXml(text);
  if (!isNamed(response, PROTOCOL, "Response")) throw new SamlFault(faults.UNREADABLE, "no response");
  checkResponse(response, expected);
  const { assertion, isResponseSigned, certificate } = signedAssertionIn(
    text,
    response,
    expected.certificates,
  );
  // The standard requires it of signed ones; where it is, checkResponse has compared it.
  if (isResponseSigned && attributeOf(response, "Destination") === null)
    throw new SamlFault(faults.ANOTHER_ADDRESS, "no Destination");
  checkAssertion(assertion, expected);
  return { person: personIn(assertion), certificate };
}

function decoded(encoded: string): string {
  if (!/^[A-Za-z0-9+/=\s]+$/.test(encoded)) throw new SamlFault(faults.UNREADABLE, "no Base64");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(encoded, "base64"));
  } catch {
    throw new SamlFault(faults.UNREADABLE, "not in UTF-8");
  }
}

/** Most of it may be unsigned. So it can refuse a sign-on, and never allow one. */
function checkResponse(response: XmlElement, { request_id, redirect_url, issuer }: Expected): void {
  if (attributeOf(response, "InResponseTo") !== request_id)
    throw new SamlFault(faults.ANOTHER_SIGN_ON, "InResponseTo of the response");
  const destination = attributeOf(response, "Destination");
  if (destination !== null && destination !== redirect_url)
    throw new SamlFault(faults.ANOTHER_ADDRESS, "Destination");
  const from = childNamed(response, ASSERTION, "Issuer");
  if (from && textOf(from) !== issuer) throw new SamlFault(faults.ANOTHER_ISSUER, "Issuer of the response");
  const status = childNamed(response, PROTOCOL, "Status");
  const outer = status && childNamed(status, PROTOCOL, "StatusCode");
  if (!outer) throw new SamlFault(faults.UNREADABLE, "no status");
  const value = attributeOf(outer, "Value") ?? "";
  if (value === SUCCESS) return;
  const inner = childNamed(outer, PROTOCOL, "StatusCode");
  const why = (inner && attributeOf(inner, "Value")) ?? value;
  throw new SamlFault(faults.refusedWith(why), "status");
}

function checkAssertion(assertion: XmlElement, expected: Expected): void {
  const from = childNamed(assertion, ASSERTION, "Issuer");
  if (!from || textOf(from) !== expected.issuer)
    throw new SamlFault(faults.ANOTHER_ISSUER, "Issuer of the assertion");
  checkConditions(childNamed(assertion, ASSERTION, "Conditions"), expected);
  checkConfirmation(childNamed(assertion, ASSERTION, "Subject"), expected);
  const statements = childrenNamed(assertion, ASSERTION, "AuthnStatement");
  if (statements.length === 0) throw new SamlFault(faults.UNREADABLE, "nobody has signed in");
  for (const statement of statements) checkTimes(statement, expected, "SessionNotOnOrAfter");
  checkTimes(assertion, expected, "NotOnOrAfter", "IssueInstant");
}

const HARMLESS = new Set(["OneTimeUse", "ProxyRestriction"]);

function forAnother(): never {
  throw new SamlFault(faults.ANOTHER_AUDIENCE, "audience");
}

function checkConditions(conditions: XmlElement | null, expected: Expected): void {
  if (!conditions) return forAnother();
  checkTimes(conditions, expected);
  const audiences = childrenNamed(conditions, ASSERTION, "AudienceRestriction");
  if (audiences.length === 0) forAnother();
  for (const audience of audiences) {
    const names = childrenNamed(audience, ASSERTION, "Audience").map(textOf);
    if (!names.includes(expected.entity_id)) forAnother();
  }
  for (const { localName } of childrenOf(conditions))
    if (localName !== "AudienceRestriction" && !HARMLESS.has(localName))
      throw new SamlFault(faults.CONDITION_UNKNOWN, "condition");
}

/** Of several confirmations, one must fit. What does not fit says why. */
function checkConfirmation(subject: XmlElement | null, expected: Expected): void {
  const confirmations = subject ? childrenNamed(subject, ASSERTION, "SubjectConfirmation") : [];
  const bearers = confirmations.filter((one) => attributeOf(one, "Method") === BEARER);
  let fault: unknown = new SamlFault(faults.UNREADABLE, "no bearer");
  for (const bearer of bearers) {
    try {
      return checkBearer(childNamed(bearer, ASSERTION, "SubjectConfirmationData"), expected);
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

function checkBearer(data: XmlElement | null, expected: Expected): void {
  if (!data) throw new SamlFault(faults.UNREADABLE, "no confirmation data");
  if (attributeOf(data, "InResponseTo") !== expected.request_id)
    throw new SamlFault(faults.ANOTHER_SIGN_ON, "InResponseTo of the assertion");
  if (attributeOf(data, "Recipient") !== expected.redirect_url)
    throw new SamlFault(faults.ANOTHER_ADDRESS, "Recipient");
  if (attributeOf(data, "NotOnOrAfter") === null) throw new SamlFault(faults.CLOCKS_DIFFER, "no end");
  checkTimes(data, expected);
}

function checkTimes(
  element: XmlElement,
  { now }: Expected,
  end = "NotOnOrAfter",
  beginning = "NotBefore",
): void {
  const from = timeIn(element, beginning);
  const until = timeIn(element, end);
  if (from !== null && now < from - CLOCK_SKEW_MS) throw new SamlFault(faults.CLOCKS_DIFFER, beginning);
  if (until !== null && now >= until + CLOCK_SKEW_MS) throw new SamlFault(faults.CLOCKS_DIFFER, end);
}

/** As the standard writes times: with a zone. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function timeIn(element: XmlElement, name: string): number | null {
  const text = attributeOf(element, name);
  if (text === null) return null;
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new SamlFault(faults.UNREADABLE, `${name} is no time`);
  return time;
}

function personIn(assertion: XmlElement): SsoPerson {
  const subject = childNamed(assertion, ASSERTION, "Subject");
  const named = subject && childNamed(subject, ASSERTION, "NameID");
  const format = (named && attributeOf(named, "Format")) ?? LASTING_FORMATS[1] ?? "";
  const name = named ? textOf(named) : "";
  if (name === "" || name.length > NAME_ID_MAX_CHARACTERS || !LASTING_FORMATS.includes(format))
    throw new SamlFault(faults.NO_LASTING_NAME, "name ID");
  const isEmail = format === EMAIL_FORMAT;
  const attributes = attributesIn(assertion);
  const addresses = valuesOf(attributes, EMAIL_NAMES).map((address) => address.toLowerCase());
  const sent = new Set(addresses.length > 0 ? addresses : isEmail ? [name.toLowerCase()] : []);
  const [email = null] = sent;
  return {
    subject: isEmail ? name.toLowerCase() : name,
    // With several addresses nobody knows which of them is the person's.
    verified_email: sent.size === 1 ? email : null,
    name: valuesOf(attributes, NAME_NAMES).find((text) => !text.includes("@")) ?? null,
  };
}

interface Attribute {
  /** In small letters. */
  name: string;
  values: string[];
}

function attributesIn(assertion: XmlElement): Attribute[] {
  return childrenNamed(assertion, ASSERTION, "AttributeStatement")
    .flatMap((statement) => childrenNamed(statement, ASSERTION, "Attribute"))
    .map((attribute) => ({
      name: (attributeOf(attribute, "Name") ?? "").toLowerCase(),
      attribute,
    }))
    .filter(({ name }) => EMAIL_NAMES.has(name) || NAME_NAMES.has(name))
    .map(({ name, attribute }) => ({
      name,
      values: childrenNamed(attribute, ASSERTION, "AttributeValue").map(textOf),
    }));
}

function valuesOf(attributes: readonly Attribute[], names: ReadonlySet<string>): string[] {
  return attributes
    .filter(({ name }) => names.has(name))
    .flatMap(({ values }) => values)
    .filter((value) => value !== "");
}
