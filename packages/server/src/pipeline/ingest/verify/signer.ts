/**
 * How would the sender of this source sign a request?
 *
 * The recipes of the catalogue, read backwards: where a verifier reads a value, this writes it. People send examples of
 * their provider that way, and ingest checks them like every other request. Nobody but the provider can make the
 * signature of a private key, so such sources have no signer.
 */
import type { HashRecipe, HmacRecipe, Recipe, Spot } from "@posthorn/contract/catalogue/recipe";
import { recipesOf } from "@posthorn/contract/catalogue/recipes-of";
import { authSchemaOf } from "@posthorn/contract/source-auth";
import type { SourceAuthType } from "@posthorn/contract/source-types";
import { createHash } from "node:crypto";
import { type Digest, digestOf, keyBytes } from "./digest.ts";
import type { Reading } from "./reading.ts";
import { bodyOf, readingOfDraft, type RequestDraft, withEachItem, withValue } from "./request-draft.ts";
import { compileSignedText } from "./signed-text.ts";
import type { Auth } from "./template.ts";

/** When the request is signed, and a text that no other request has. */
export interface SigningMoment {
  nowMs: number;
  id: string;
}

/** Null: this request has not the form that the scheme needs. */
export type Sign = (draft: RequestDraft, moment: SigningMoment) => RequestDraft | null;

/** Null: nobody but the provider can sign, or the secret has not the form that the scheme needs. */
export function signerOf(method: SourceAuthType, auth: unknown): Sign | null {
  const read = authSchemaOf(method)?.safeParse(auth);
  if (!read?.success) return null;
  // Safe: all fields of these schemas are texts.
  const fields = read.data as Auth;
  const signers = recipesOf(method, fields).flatMap((recipe) => recipeSigner(recipe, fields) ?? []);
  if (signers.length === 0) return null;
  return (draft, moment) => {
    for (const sign of signers) {
      const signed = sign(draft, moment);
      if (signed) return signed;
    }
    return null;
  };
}

const BASIC: Spot = { header: "Authorization", prefix: "Basic " };

function recipeSigner(recipe: Recipe, auth: Auth): Sign | null {
  if (recipe.scheme === "basic") {
    const { username = "", password = "" } = auth;
    const credentials = Buffer.from(`${username}:${password}`).toString("base64");
    return (draft) => withValue(draft, BASIC, credentials);
  }
  if (recipe.scheme === "token") {
    const { token: spot, key, in_each_of } = recipe;
    const show: (draft: RequestDraft) => RequestDraft | null = (draft) =>
      withValue(draft, spot, auth[key] ?? "");
    return (draft) => (in_each_of === undefined ? show(draft) : withEachItem(draft, in_each_of, show));
  }
  if (recipe.scheme === "hash")
    return digestSigner(recipe, auth, digestOf(recipe.algorithm, recipe.encoding, null));
  if (recipe.scheme === "hmac") {
    const key = keyBytes(auth[recipe.key ?? "webhook_secret_key"] ?? "", recipe.key_form);
    return key && digestSigner(recipe, auth, digestOf(recipe.algorithm, recipe.encoding, key));
  }
  return null;
}

const TIMES = {
  s: (nowMs: number) => String(Math.floor(nowMs / 1000)),
  ms: String,
  iso: (nowMs: number) => new Date(nowMs).toISOString(),
};

/** Null: what is signed depends on headers that the provider chooses. */
function digestSigner(recipe: HmacRecipe | HashRecipe, auth: Auth, digest: Digest): Sign | null {
  const { signature, timestamp: timed, nonce, body_sha256, items, is_form, header_names } = recipe;
  if (header_names !== undefined) return null;
  const content = compileSignedText(recipe);
  const needed = valuesIn(recipe.content);
  const signOne: Sign = (unsigned, { nowMs, id }) => {
    const timestamp = timed === undefined ? "" : TIMES[timed.unit](nowMs);
    let draft: RequestDraft | null = unsigned;
    if (timed !== undefined) draft = withValue(draft, timed, timestamp);
    if (draft && nonce !== undefined) draft = withValue(draft, nonce, id);
    for (const { spot, isThere, textOf } of needed) {
      const reading = draft && readingOfDraft(draft);
      if (draft && reading && !isThere(reading)) draft = withValue(draft, spot, textOf?.(reading) ?? id);
    }
    if (draft && body_sha256 !== undefined) draft = withValue(draft, body_sha256, sha256(bodyOf(draft)));
    if (!draft) return null;
    const reading = readingOfDraft(draft);
    const chunks = content.chunks({ reading, auth, url: draft.url, timestamp, nonce: id });
    return Array.isArray(chunks) ? withValue(draft, signature, digest.of(chunks)) : null;
  };
  return (draft, moment) => {
    if (is_form && !readingOfDraft(draft).isForm()) return null;
    if (items === undefined) return signOne(draft, moment);
    return withEachItem(draft, items, (item) => signOne(item, moment));
  };
}

interface Needed {
  spot: Spot;
  isThere: (reading: Reading) => boolean;
  /** What to write if it is not there; null for a text that we make up. */
  textOf?: (reading: Reading) => string | null;
}

/** The values of the request that a template needs: a provider sends them, and an example may leave them out. */
function valuesIn(template: string): Needed[] {
  const parts = template.matchAll(/\{(header|query|body|raw|php-json):([^{}]+)(?<!\?)\}/g);
  return [...parts].map(([, part, name = ""]): Needed => {
    if (part === "header") return textAt({ header: name });
    if (part === "query") return textAt({ query: name });
    if (part === "body") return textAt({ body: name }, (reading) => objectAt(reading, name));
    return { spot: { body: name }, isThere: (reading) => !reading.lacks(name) }; // objects are signed too
  });
}

function textAt(spot: Spot, textOf: NonNullable<Needed["textOf"]> = () => null): Needed {
  return { spot, isThere: (reading) => reading.raw(spot).length > 0, textOf };
}

/** An object where the scheme signs a text: its provider would send it as JSON in a text. */
function objectAt(reading: Reading, path: string): string | null {
  const value = reading.field(path);
  return typeof value === "object" && value !== null ? JSON.stringify(value) : null;
}

function sha256(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}
