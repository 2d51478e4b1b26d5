/**
 * What is a sample of a provider, and how do most of them sign?
 *
 * Samples are written with node:crypto, from the provider's own page, and never with the code that checks them.
 */
import { createHash, createHmac } from "node:crypto";
import type { Published } from "./key-server.ts";

interface Moment {
  body: string;
  /** When the request is signed. */
  nowMs: number;
  url: string;
}

export interface Sample {
  auth: Record<string, string>;
  /** As valid, and not the right one; null if the type has no fields. */
  otherAuth: Record<string, string> | null;
  /** What is wrong with a request for the other one; DIFFERS unless it says otherwise. */
  otherProblem?: "KEY_UNAVAILABLE";
  /** Headers with the proof. */
  headers: (moment: Moment & { seconds: number; iso: string }) => Record<string, string>;
  /** The body, if the proof is in it. */
  body?: (moment: { seconds: number; nowMs: number }) => string;
  contentType?: string;
  /** An old request is refused. */
  isTimed: boolean;
  /** The scheme does not cover the body, or only some fields of it. */
  isBodyOpen?: true;
  /** For a scheme that covers fields of the body: the same body with other fields, all of them to be refused. */
  tampered?: (body: string) => string[];
  /** The query, if the proof is in it. */
  query?: (moment: { body: string }) => string;
  /** What the provider publishes, by address. */
  published?: Record<string, Published>;
}

export const SECRET = "s3cret-of-the-source";
export const KEY = {
  auth: { webhook_secret_key: SECRET },
  otherAuth: { webhook_secret_key: "an0ther-secret" },
};

export function hmac(
  algorithm: string,
  encoding: "hex" | "base64" | "base64url",
  key: string | Buffer = SECRET,
) {
  return (text: string) => createHmac(algorithm, key).update(text).digest(encoding);
}
export const hex = hmac("sha256", "hex");
export const base64 = hmac("sha256", "base64");
export const sha1Hex = hmac("sha1", "hex");
export const sha1Base64 = hmac("sha1", "base64");

type Headers = Sample["headers"];
export const ofBody = (headers: Headers): Sample => ({ ...KEY, headers, isTimed: false });
export const timed = (headers: Headers): Sample => ({ ...KEY, headers, isTimed: true });

/** The bytes of a secret that providers write in base64. */
export const WHSEC = Buffer.from("a key of 24 bytes, about");

/** Replaces one text by another, which must be there. */
export const swapped =
  (...pairs: [string, string][]) =>
  (body: string) =>
    pairs.map(([from, to]) => {
      if (!body.includes(from)) throw new Error(`the sample has no ${from}`);
      return body.replace(from, to);
    });

export const FORM = "application/x-www-form-urlencoded";
export const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest("hex");
