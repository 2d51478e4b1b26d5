/**
 * Which part of a SAML response has the provider signed?
 *
 * A library checks the signature (xml-crypto), and returns the bytes that it has checked. Only these are read afterwards,
 * never the document in which they came: so nothing can be wrapped around a signature. Beside that, the document must have
 * the one form that providers send. There is one assertion, directly in the response. Each signature is directly in what it
 * signs, covers that alone, and has no place for anything else. Keys come from the settings, never from the document.
 */
import type { XmlElement } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";
import { certificateOf } from "./saml-certificate.ts";
import { ENCRYPTED, NOT_SIGNED, SamlFault } from "./saml-fault.ts";
import {
  allIn,
  ASSERTION,
  attributeOf,
  childNamed,
  childrenNamed,
  childrenOf,
  isNamed,
  parseXml,
  SIGNATURE,
} from "./saml-xml.ts";

const ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
/** Without comments. */
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
/** None with SHA-1, and none with a shared secret. */
const SIGNED_WITH = [
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
];
const DIGESTED_WITH = ["http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha512"];

export interface SignedAssertion {
  /** As it was signed. */
  assertion: XmlElement;
  isResponseSigned: boolean;
  /** The fingerprint of the certificate that fits. */
  certificate: string;
}

function stop(reason: string): never {
  throw new SamlFault(NOT_SIGNED, reason);
}

/** `response` is the root of `text`; `certificates` are PEM. */
export function signedAssertionIn(
  text: string,
  response: XmlElement,
  certificates: readonly string[],
): SignedAssertion {
  const all = [...allIn(response)];
  if (all.some(({ localName }) => localName.startsWith("Encrypted")))
    throw new SamlFault(ENCRYPTED, "encrypted");
  const assertions = all.filter(({ localName }) => localName === "Assertion");
  const [assertion] = assertions;
  if (!assertion || assertions.length > 1) stop(`${assertions.length} assertions`);
  if (!isNamed(assertion, ASSERTION, "Assertion") || assertion.parentNode !== response)
    stop("an assertion in another place");
  const ids = all.flatMap((element) => ["ID", "Id", "id"].map((name) => attributeOf(element, name)));
  const given = ids.filter((id) => id !== null);
  if (new Set(given).size < given.length) stop("an ID twice");
  const owners = [response, assertion];
  const signatures = all.filter(({ localName }) => localName === "Signature");
  if (signatures.some(({ parentNode }) => !owners.some((owner) => owner === parentNode)))
    stop("a signature in another place");

  const ofAssertion = signedPart(text, assertion, certificates);
  const ofResponse = signedPart(text, response, certificates);
  const source = ofAssertion ?? ofResponse;
  if (!source) stop("no signature");
  const signed = parseXml(source.xml);
  const found = ofAssertion ? signed : childNamed(signed, ASSERTION, "Assertion");
  if (!found || !isNamed(found, ASSERTION, "Assertion")) stop("no assertion is signed");
  return {
    assertion: found,
    isResponseSigned: ofResponse !== null,
    certificate: source.certificate,
  };
}

/** Null: it has no signature of its own. One that it has must be right. */
function signedPart(
  text: string,
  owner: XmlElement,
  certificates: readonly string[],
): { xml: string; certificate: string } | null {
  const [signature, ...more] = childrenNamed(owner, SIGNATURE, "Signature");
  if (!signature) return null;
  if (more.length > 0) stop("several signatures");
  checkForm(signature, attributeOf(owner, "ID") ?? stop("no ID"));
  for (const pem of certificates) {
    const { key, fingerprint } = certificateOf(pem);
    const xml = checkedBytes(text, signature, key);
    if (xml !== null) return { xml, certificate: fingerprint };
  }
  return stop("no certificate fits");
}

/** What the library allows beyond what providers send is refused here. */
function checkForm(signature: XmlElement, id: string): void {
  const [info, value, keys, ...others] = childrenOf(signature);
  const isWhole =
    info !== undefined &&
    value !== undefined &&
    isNamed(info, SIGNATURE, "SignedInfo") &&
    isNamed(value, SIGNATURE, "SignatureValue") &&
    (keys === undefined || isNamed(keys, SIGNATURE, "KeyInfo")) &&
    others.length === 0;
  if (!isWhole) return stop("another form of signature");
  const [c14n, method, reference] = named(info, ["CanonicalizationMethod", "SignatureMethod", "Reference"]);
  const [transforms, digest] = named(reference, ["Transforms", "DigestMethod", "DigestValue"]);
  const [enveloped, exclusive] = named(transforms, ["Transform", "Transform"]);
  if (algorithmOf(c14n) !== EXCLUSIVE) stop("another canonicalization");
  if (algorithmOf(enveloped) !== ENVELOPED || algorithmOf(exclusive) !== EXCLUSIVE) stop("other transforms");
  if (!SIGNED_WITH.includes(algorithmOf(method))) stop("another signature algorithm");
  if (!DIGESTED_WITH.includes(algorithmOf(digest))) stop("another digest algorithm");
  if (attributeOf(reference, "URI") !== `#${id}`) stop("a reference to something else");
}

/** The children, which must have exactly these names. */
function named<const Names extends readonly string[]>(
  element: XmlElement,
  names: Names,
): { [At in keyof Names]: XmlElement } {
  const children = childrenOf(element);
  const isRight =
    children.length === names.length &&
    children.every((child, at) => isNamed(child, SIGNATURE, names[at] ?? ""));
  if (!isRight) stop(`another form of ${element.localName}`);
  // The cast is safe: the lines above have compared each of them.
  return children as unknown as { [At in keyof Names]: XmlElement };
}

function algorithmOf(element: XmlElement): string {
  return attributeOf(element, "Algorithm") ?? "";
}

/** What the signature covers, in its canonical form; null if it does not fit. */
function checkedBytes(text: string, signature: XmlElement, key: string): string | null {
  const check = new SignedXml({ publicCert: key, getCertFromKeyInfo: () => null });
  check.idAttributes = ["ID"];
  check.SignatureAlgorithms = only(check.SignatureAlgorithms, SIGNED_WITH);
  check.HashAlgorithms = only(check.HashAlgorithms, DIGESTED_WITH);
  check.CanonicalizationAlgorithms = only(check.CanonicalizationAlgorithms, [ENVELOPED, EXCLUSIVE]);
  try {
    check.loadSignature(signature);
    const isRight = check.checkSignature(text);
    const [bytes, ...more] = check.getSignedReferences();
    return isRight && bytes !== undefined && more.length === 0 ? bytes : null;
  } catch {
    return null; // how the library says that a signature is not of this key
  }
}

function only<Value>(known: Record<string, Value>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
}
