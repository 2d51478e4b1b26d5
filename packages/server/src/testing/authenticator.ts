/**
 * Which code would an authenticator app show for this secret?
 *
 * RFC 6238 as apps implement it (SHA-1, 30 seconds, six digits), written for the tests, so that it proves that our secrets
 * work in real apps.
 */
import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_MS = 30_000;

function bytesOf(secret: string): Buffer {
  const bits = secret
    .replaceAll("=", "")
    .split("")
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

export function codeNow(secret: string): string {
  return codeOfStep(secret, Math.floor(Date.now() / STEP_MS));
}

/** A code that is wrong now, and stays so for as long as a test runs. */
export function wrongCode(secret: string): string {
  const now = Math.floor(Date.now() / STEP_MS);
  const right = new Set(Array.from({ length: 40 }, (_none, index) => codeOfStep(secret, now + index - 10)));
  for (let code = 0; ; code += 1) {
    const written = String(code).padStart(6, "0");
    if (!right.has(written)) return written;
  }
}
