/**
 * Is this text a public key, however it is written?
 *
 * Everybody knows a public key. If one became the secret of an HMAC, everybody could sign. People paste keys in many forms:
 * PEM with or without its line breaks, a certificate, base64 or hexadecimal digits of DER, a JSON Web Key, XML, a line of
 * OpenSSH, and each of them inside another text or in base64 once more. Not found are the 32 bytes of a bare Ed25519 key
 * and the bare modulus of an RSA key: they look like any secret.
 */
import { createPublicKey } from "node:crypto";

/** Base64 of PEM in a JSON text is the deepest that anybody pastes. */
const WRAPPINGS_MAX = 3;
/** `-----BEGIN PUBLIC KEY-----`, `---- BEGIN SSH2 PUBLIC KEY ----`, and what is left if somebody lost the dashes. */
const ARMOR = /-{4,}\s*BEGIN|BEGIN\s+(?:[A-Z0-9]+\s+)*(?:PUBLIC\s+KEY|CERTIFICATE)/i;
const OPENSSH = /(?:^|\s)(?:sk-)?(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d+)\S*\s+AAAA/;
/** The same key in base64 alone: the length of its kind, and the kind. */
const OPENSSH_BYTES = /^\0\0\0.(?:sk-)?(?:ssh-|ecdsa-sha2-)/s;
/** The kind of a JSON Web Key, wherever it stands, and also in a text that is only nearly JSON. `oct` is the kind of a secret. */
const WEB_KEY = /\bkty\\*["']?\s*[:=]\s*\\*["']?(?!oct\b)[a-z]/i;
const XML = /<(?:\w+:)?(?:RSA|DSA|EC)KeyValue\b/;
/** Base64 that stands in another text. The shortest key, an Ed25519 one in DER, has 59 characters. */
const BASE64_WITHIN = /[A-Za-z0-9+/_-]{50,}/g;

export function isPublicKeyText(text: string): boolean {
  return isPublicKey(Buffer.from(text), WRAPPINGS_MAX);
}

function isPublicKey(bytes: Buffer, wrappings: number): boolean {
  const text = bytes.toString("latin1");
  if (ARMOR.test(text) || OPENSSH.test(text) || OPENSSH_BYTES.test(text)) return true;
  if (WEB_KEY.test(text) || XML.test(text) || isDer(bytes)) return true;
  return wrappings > 0 && unwrapped(text).some((inner) => isPublicKey(inner, wrappings - 1));
}

/** The names of the kinds RSA, EC and those of RFC 8410. A key and a certificate have one even if the end is cut off. */
const DER_KINDS = ["06092a864886f70d0101", "06072a8648ce3d0201", "06032b65"].map((hex) =>
  Buffer.from(hex, "hex"),
);
const SEQUENCE = 0x30;

function isDer(bytes: Buffer): boolean {
  return bytes[0] === SEQUENCE && (DER_KINDS.some((kind) => bytes.includes(kind)) || isBareRsa(bytes));
}

/** PKCS #1 has only the two numbers of the key. */
function isBareRsa(bytes: Buffer): boolean {
  try {
    createPublicKey({ key: bytes, format: "der", type: "pkcs1" });
    return true;
  } catch {
    return false; // which is the answer
  }
}

/** What the text stands for, if it is written in one of these encodings. */
function unwrapped(text: string): Buffer[] {
  const plain = text.replaceAll(/\\[nr]|\s/g, "");
  const json = jsonIn(text);
  return [
    ...(/^(?:0x)?(?:[0-9a-f]{2}:?)+$/i.test(plain)
      ? [Buffer.from(plain.replaceAll(/^0x|:/gi, ""), "hex")]
      : []),
    ...(/^[A-Za-z0-9+/_-]+={0,2}$/.test(plain) ? [Buffer.from(plain, "base64")] : []),
    ...(text.match(BASE64_WITHIN) ?? []).map((within) => Buffer.from(within, "base64")),
    ...(/%[0-9a-f]{2}/i.test(text) ? [Buffer.from(text.replaceAll(/%([0-9a-f]{2})/gi, fromHex))] : []),
    ...(typeof json === "string" ? [Buffer.from(json)] : []),
  ];
}

function fromHex(_: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON
  }
}
