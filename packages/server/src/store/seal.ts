/**
 * How are secrets stored in the database?
 *
 * Sealed: AES-256-GCM under a key derived from the master key, which is never in the database. Code that stores a
 * secret seals it first. `open` throws on anything that was changed or sealed with another key. The first byte is
 * the format's version, so that the format can change while old rows stay readable.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export interface Sealer {
  seal: (plain: string) => Buffer;
  open: (sealed: Buffer) => string;
  /** 32 bytes as hex for another purpose; reveals nothing about the master key or about other purposes. */
  derive: (purpose: string) => string;
}

/** Version 1: this byte, 12 bytes nonce, 16 bytes tag, ciphertext. */
const VERSION_1 = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const KEY_BYTES = 32;

export class SealBroken extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`A sealed value cannot be opened: ${reason}`, options);
  }
}

export function createSealer(masterKey: string): Sealer {
  const derived = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", masterKey, "", `posthorn/${purpose}`, KEY_BYTES));
  const key = derived("seal/1");

  return {
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
      const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION_1), nonce, cipher.getAuthTag(), text]);
    },
    open(sealed) {
      if (sealed.length < HEAD_BYTES) throw new SealBroken("it is too short");
      if (sealed[0] !== VERSION_1) throw new SealBroken(`its version ${sealed[0]} is not known here`);
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 1 + NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString();
      } catch (error) {
        throw new SealBroken("it was changed, or sealed with another master key", { cause: error });
      }
    },
    derive: (purpose) => derived(purpose).toString("hex"),
  };
}
