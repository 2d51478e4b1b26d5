/**
 * How does a provider sign its requests, and which challenges does it send? Both as data.
 *
 * A recipe says where the proof stands in a request and what it must be. The server compiles it once for each source
 * (`ingest/verify/compile-recipe.ts`). No recipe contains code, so a reader can compare it with the provider's page line
 * by line. Names of headers are in lower case.
 */
import type { AuthFieldName } from "./entry.ts";

/**
 * Text with parts of the request in it, such as `v0:{timestamp}:{body}`. The parts are:
 *
 *     {body}            the raw bytes
 *     {timestamp}       the text at the recipe's `timestamp`
 *     {url} {method}    the address that the sender used; the method in capitals
 *     {path}            the address without its host: path and query
 *     {form}            names and values of a form, sorted by name, without anything between them
 *     {nonce}           the text at the recipe's `nonce`
 *     {body-sha256}     the SHA-256 of the body in hexadecimal digits
 *     {body-base64url}  the body in base64url, without padding
 *     {header:x-id}     a header, a query parameter, or a field of the body by its path: `{body:data.id}`
 *     {query:x}
 *     {body:x?}         the same, but empty if there is no such field
 *     {php-json:x}      a field of the body as PHP writes JSON: slashes and characters beyond ASCII are escaped
 *     {raw:Content}     a member of the JSON body as its raw text: no spaces or escapes are changed
 *     {auth:app_key}    a field of the source's own configuration
 *     {computed}        only in the reply to a challenge: what its `compute` gives
 */
export type Template = string;

/** Where a value stands in a request. `body` is a path in JSON, or the name of a field of a form. */
export type Spot = (
  | { header: string; query?: undefined; body?: undefined }
  | { query: string; header?: undefined; body?: undefined }
  | { body: string; header?: undefined; query?: undefined }
) & {
  /** What stands between the members of a list: `t=1,v1=ab,v1=cd`. */
  separator?: "," | ";" | " " | "comma or space";
  /** Which members of the list count: those with this name, `v1`. */
  field?: string;
  /** Which member of the list counts, from 0, if they have no names. */
  index?: number;
  /** What must stand before the value and does not belong to it: `sha256=`. */
  prefix?: string;
};

/** When the sender signed. `tolerance_s` is how far that may be from the arrival, in both directions. */
export type Timestamp = Spot & { unit: "s" | "ms" | "iso"; tolerance_s: number };

export type DigestAlgorithm = "md5" | "sha1" | "sha256" | "sha384" | "sha512";
export type Encoding = "hex" | "base64" | "base64url";
/** `base64 of hex`: base64 of the hexadecimal digits. */
export type DigestEncoding = Encoding | "base64 of hex";

/** `whsec`: base64 after an optional `whsec_`. */
export type KeyForm = "text" | "hex" | "base64" | "whsec";

/** What all signatures have in common. */
interface Signed {
  signature: Spot;
  timestamp?: Timestamp;
  /** A word that the sender makes up for each request. */
  nonce?: Spot;
  /** The body has a list at this path. Each item of it must be signed; paths within the body begin at the item. */
  items?: string;
  /** No JSON body passes. Otherwise signed fields could stand beside unsigned ones that another recipe would check. */
  is_form?: true;
  content: Template;
  /** The digest of the body in hexadecimal digits at this spot must be right too, because `content` has no body. */
  body_sha256?: Spot;
}

/** A keyed digest of the content; the sender and the source share the key. */
export interface HmacRecipe extends Signed {
  scheme: "hmac";
  algorithm: DigestAlgorithm;
  encoding: DigestEncoding;
  /** The field that has the key; `webhook_secret_key` unless it says otherwise. */
  key?: AuthFieldName;
  key_form?: KeyForm;
}

/** A plain digest: the content has the secret in it, as `{auth:webhook_secret_key}`. */
export interface HashRecipe extends Signed {
  scheme: "hash";
  algorithm: DigestAlgorithm;
  encoding: DigestEncoding;
}

/** A signature by the provider's private key; the source has the public one. `der`: base64 of DER, or PEM. */
export interface PublicKeyRecipe extends Signed {
  scheme: "public-key";
  algorithm: "rsa-sha256" | "rsa-sha512" | "rsa-pss-sha512" | "ecdsa-sha256" | "ed25519";
  encoding: Encoding;
  key: AuthFieldName;
  /** How the key is written. `raw-…`: the 32 bytes of an Ed25519 key. */
  key_form: "der" | "raw-hex" | "raw-base64";
  /** The signature is a JWS without its payload, `header..signature`, and `content` is that payload. */
  jws?: "detached";
  /** What is signed is the SHA-256 of `content`, which the algorithm then hashes again. */
  is_hashed_first?: true;
}

/** The sender shows the secret itself. */
export interface TokenRecipe {
  scheme: "token";
  token: Spot;
  key: AuthFieldName;
}

/** HTTP Basic with the fields `username` and `password`. */
export interface BasicRecipe {
  scheme: "basic";
}

export type Recipe = HmacRecipe | HashRecipe | PublicKeyRecipe | TokenRecipe | BasicRecipe;

/**
 * A digest that the reply to a challenge contains. The server computes it only over short plain words, so that nobody can
 * ask for the signature of a whole request.
 */
export interface Computation {
  scheme: "hmac" | "hash";
  algorithm: DigestAlgorithm;
  encoding: Encoding;
  /** The field that has the key of the HMAC; `webhook_secret_key` unless it says otherwise. */
  key?: AuthFieldName;
  content: Template;
  /** A narrower form of the words over which the server computes it. */
  form?: "uuid";
}

/**
 * A question that the provider asks before it sends anything. Everything in `when` must hold: a method, a header or a
 * parameter that is there, and fields with these values.
 */
export interface Challenge {
  when: {
    method?: "GET" | "HEAD" | "POST";
    header?: string;
    without_header?: string;
    query?: string;
    /** A field of the body that must be there, by its path. */
    body?: string;
    without_body?: string;
    /** The request has no body at all. */
    is_empty?: true;
    /** These must have exactly these values. */
    equals?: readonly (Spot & { value: string | number })[];
  };
  /** True: Posthorn replies only if the request passes the source's recipe, or the source has none. */
  is_signed: boolean;
  /** The provider sends the secret of the webhook here, once. A source without a secret keeps it as this field. */
  secret?: { spot: Spot; field: AuthFieldName };
  compute?: Computation;
  reply: {
    status?: 200 | 204;
    headers?: Readonly<Record<string, Template>>;
    text?: Template;
    json?: Readonly<Record<string, Template | number>>;
  };
}
