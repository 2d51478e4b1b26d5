/**
 * Which public keys are in this text?
 *
 * Providers publish them as an X.509 certificate, as a JSON Web Key Set, as they are, or in JSON of their own. What is no key is left
 * out; a text without any key gives null.
 */
import { type JsonWebKey, type KeyObject, X509Certificate, createPublicKey } from "node:crypto";
import type { FetchedKey } from "@posthorn/contract/catalogue/recipe";
import { keyFromText } from "./public-key.ts";

/** No provider has more at a time, and each one costs work. */
const KEYS_MOST = 64;

export interface PublishedKeys {
  /** By the ids in a set; a text with one key has it under the empty id. */
  byId: ReadonlyMap<string, KeyObject>;
  /** When they count, in milliseconds since 1970. */
  fromMs: number;
  untilMs: number;
}

const ALWAYS = { fromMs: 0, untilMs: Number.POSITIVE_INFINITY };

export function publishedKeysIn(text: string, form: FetchedKey["form"]): PublishedKeys | null {
  try {
    if (form === "certificate") return certificate(text);
    if (form === "text") return { byId: new Map([["", keyFromText(text)]]), ...ALWAYS };
    const json: unknown = JSON.parse(text);
    const byId = form === "jwks" ? keySet(json) : new Map([["", keyFromText(textAt(json, form.json))]]);
    return byId.size > 0 ? { byId, ...ALWAYS } : null;
  } catch {
    return null; // which is the answer
  }
}

/** The first of a chain is the one that signs. */
function certificate(text: string): PublishedKeys {
  const { publicKey, validFrom, validTo } = new X509Certificate(text);
  return { byId: new Map([["", publicKey]]), fromMs: Date.parse(validFrom), untilMs: Date.parse(validTo) };
}

function keySet(json: unknown): Map<string, KeyObject> {
  const members = fieldOf(json, "keys");
  const byId = new Map<string, KeyObject>();
  if (!Array.isArray(members)) return byId;
  for (const member of members.slice(0, KEYS_MOST)) {
    const kid = fieldOf(member, "kid");
    if (typeof kid !== "string" || fieldOf(member, "use") === "enc") continue;
    const key = keyFromJwk(member);
    if (key) byId.set(kid, key);
  }
  return byId;
}

function keyFromJwk(key: unknown): KeyObject | null {
  try {
    // Safe: whatever it is, Node checks it and throws.
    return createPublicKey({ key: key as JsonWebKey, format: "jwk" });
  } catch {
    return null; // a secret key, or one of a kind that Node does not know
  }
}

function textAt(json: unknown, path: string): string {
  const value = path.split(".").reduce(fieldOf, json);
  if (typeof value !== "string") throw new Error("no key there");
  return value;
}

function fieldOf(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null && Object.hasOwn(json, name)
    ? Reflect.get(json, name)
    : undefined;
}
