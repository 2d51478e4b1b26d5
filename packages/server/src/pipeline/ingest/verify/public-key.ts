/** Did the owner of the private key sign these bytes? The source has the public key, or Posthorn has fetched it. */
import { type KeyObject, constants, createHash, createPublicKey, verify } from "node:crypto";
import type { Encoding, PublicKeyRecipe, SignatureAlgorithm } from "@posthorn/contract/catalogue/recipe";
import type { Verdict } from "./digest.ts";
import { BASE64 } from "./reading.ts";
import type { Chunk } from "./template.ts";

/** Checking one takes about a hundred times as long as an HMAC. */
const SIGNATURES_MAX = 4;
/** What comes before the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const ED25519_DER_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const ED25519_KEY_BYTES = 32;

/** Node would skip all other characters, so that many texts would stand for one signature. */
const ENCODED: Record<Encoding, RegExp> = {
  hex: /^(?:[0-9a-f]{2})+$/i,
  base64: BASE64,
  base64url: /^[A-Za-z0-9_-]+={0,2}$/,
};

/** What `verify` needs beside the key. Node takes its own defaults for everything else. */
interface Kind {
  type: string;
  hash: string | null;
  padding?: { padding: number; saltLength: number };
}

const KINDS: Record<SignatureAlgorithm, Kind> = {
  "rsa-sha1": { type: "rsa", hash: "sha1" },
  "rsa-sha256": { type: "rsa", hash: "sha256" },
  "rsa-sha512": { type: "rsa", hash: "sha512" },
  "rsa-pss-sha512": {
    type: "rsa",
    hash: "sha512",
    padding: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  },
  "ecdsa-sha1": { type: "ec", hash: "sha1" },
  "ecdsa-sha256": { type: "ec", hash: "sha256" },
  ed25519: { type: "ed25519", hash: null },
};

/** Null if the text is no key for this algorithm. */
export function publicKeyOf(text: string, { algorithm, key_form }: PublicKeyRecipe): KeyObject | null {
  try {
    const key = key_form === "der" ? keyFromText(text) : keyFromRaw(text, key_form);
    return key.asymmetricKeyType === KINDS[algorithm].type ? key : null;
  } catch {
    return null; // which is the answer
  }
}

const PEM = /-----BEGIN PUBLIC KEY-----(.+)-----END PUBLIC KEY-----/s;

/**
 * A public key in PEM, also without its line breaks, or with those of a JSON text: a person pastes it into a field of one
 * line. Or in base64 of DER; or the key of a certificate in PEM. Throws if it is none of them.
 */
export function keyFromText(text: string): KeyObject {
  const base64 = (PEM.exec(text)?.[1] ?? text).replaceAll(/\\n|\s/g, "");
  if (base64.includes("-----BEGIN")) return createPublicKey(text);
  return createPublicKey({ key: Buffer.from(base64, "base64"), format: "der", type: "spki" });
}

function keyFromRaw(text: string, key_form: "raw-hex" | "raw-base64"): KeyObject {
  // `hex` of Node leaves out what follows; `base64` reads base64url too.
  if (key_form === "raw-hex" && !ENCODED.hex.test(text)) throw new Error("not hexadecimal digits");
  const raw = Buffer.from(text, key_form === "raw-hex" ? "hex" : "base64");
  if (raw.length !== ED25519_KEY_BYTES) throw new Error("not an Ed25519 key");
  return createPublicKey({ key: Buffer.concat([ED25519_DER_PREFIX, raw]), format: "der", type: "spki" });
}

type VerdictRecipe = Pick<PublicKeyRecipe, "algorithm" | "encoding" | "jws" | "is_hashed_first">;

export function publicKeyVerdict(
  { algorithm, encoding, jws, is_hashed_first }: VerdictRecipe,
  key: KeyObject,
  chunks: readonly Chunk[],
  signatures: readonly string[],
): Verdict {
  const plain = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)));
  const content = is_hashed_first ? createHash("sha256").update(plain).digest() : plain;
  const candidates = signatures
    .slice(0, SIGNATURES_MAX)
    .map((signature) => (jws === undefined ? { signature, content } : detached(signature, content)))
    .filter((candidate) => candidate !== null)
    .filter(({ signature }) => ENCODED[encoding].test(signature));
  if (candidates.length === 0) return "MALFORMED";
  const { type, hash, padding } = KINDS[algorithm];
  // A fetched key may be of any kind.
  if (key.asymmetricKeyType !== type) return "DIFFERS";
  const isRight = candidates.some((candidate) =>
    verify(hash, candidate.content, { key, ...padding }, Buffer.from(candidate.signature, encoding)),
  );
  return isRight ? "PASSED" : "DIFFERS";
}

/** RFC 7515, appendix F: the payload is left out, and signed all the same. Its header names no key that we would take. */
function detached(jws: string, payload: Buffer): { signature: string; content: Buffer } | null {
  const [header = "", left, signature = "", ...others] = jws.split(".");
  if (left !== "" || others.length > 0 || !ENCODED.base64url.test(header)) return null;
  return { signature, content: Buffer.from(`${header}.${payload.toString("base64url")}`) };
}
