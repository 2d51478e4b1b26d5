/** Did the owner of the private key sign these bytes? The source has the public key. */
import { type KeyObject, constants, createPublicKey, verify } from "node:crypto";
import type { Encoding, PublicKeyRecipe } from "@posthorn/contract/catalogue/recipe";
import type { Verdict } from "./digest.ts";
import type { Chunk } from "./template.ts";

/** Checking one takes about a hundred times as long as an HMAC. */
const SIGNATURES_MAX = 4;
/** What comes before the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const ED25519_DER_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const ED25519_KEY_BYTES = 32;

/** Node would skip all other characters, so that many texts would stand for one signature. */
const ENCODED: Record<Encoding, RegExp> = {
  hex: /^(?:[0-9a-f]{2})+$/i,
  base64: /^[A-Za-z0-9+/]+={0,2}$/,
  base64url: /^[A-Za-z0-9_-]+={0,2}$/,
};

/** What `verify` needs beside the key. Node takes its own defaults for everything else. */
interface Kind {
  type: string;
  hash: string | null;
  padding?: { padding: number; saltLength: number };
}

const KINDS: Record<PublicKeyRecipe["algorithm"], Kind> = {
  "rsa-sha256": { type: "rsa", hash: "sha256" },
  "rsa-sha512": { type: "rsa", hash: "sha512" },
  "rsa-pss-sha512": {
    type: "rsa",
    hash: "sha512",
    padding: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  },
  "ecdsa-sha256": { type: "ec", hash: "sha256" },
  ed25519: { type: "ed25519", hash: null },
};

/** Null if the text is no key for this algorithm. */
export function publicKeyOf(text: string, { algorithm, key_form }: PublicKeyRecipe): KeyObject | null {
  try {
    const key = key_form === "der" ? keyFromDer(text) : keyFromRaw(text, key_form);
    return key.asymmetricKeyType === KINDS[algorithm].type ? key : null;
  } catch {
    return null; // which is the answer
  }
}

function keyFromDer(text: string): KeyObject {
  if (text.includes("-----BEGIN")) return createPublicKey(text);
  return createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
}

function keyFromRaw(text: string, key_form: "raw-hex" | "raw-base64"): KeyObject {
  // `base64` of Node reads base64url too.
  const raw = Buffer.from(text, key_form === "raw-hex" ? "hex" : "base64");
  if (raw.length !== ED25519_KEY_BYTES) throw new Error("not an Ed25519 key");
  return createPublicKey({ key: Buffer.concat([ED25519_DER_PREFIX, raw]), format: "der", type: "spki" });
}

export function publicKeyVerdict(
  { algorithm, encoding }: PublicKeyRecipe,
  key: KeyObject,
  chunks: readonly Chunk[],
  signatures: readonly string[],
): Verdict {
  const content = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)));
  const candidates = signatures
    .slice(0, SIGNATURES_MAX)
    .filter((signature) => ENCODED[encoding].test(signature))
    .map((signature) => Buffer.from(signature, encoding));
  if (candidates.length === 0) return "MALFORMED";
  const { hash, padding } = KINDS[algorithm];
  const isRight = candidates.some((signature) => verify(hash, content, { key, ...padding }, signature));
  return isRight ? "PASSED" : "DIFFERS";
}
