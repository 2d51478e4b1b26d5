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
 *     {body-crc32}      the CRC-32 of the body as a decimal number
 *     {endpoint}        only in the reply to a challenge: the address that the sender used, without its query
 *     {line:Type}       `Type`, a line break, the field of the body and a line break
 *     {line:Subject?}   the same, but nothing if there is no such field
 *     {header-names}    the text at the recipe's `header_names`
 *     {named-headers}   the values of the headers in it, with full stops between them
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
  separator?: "," | ";" | "." | " " | "comma or space";
  /** Which members of the list count: those with this name, `v1`. */
  field?: string;
  /** Which member of the list counts, from 0, if they have no names. */
  index?: number;
  /** What must stand before the value and does not belong to it: `sha256=`. */
  prefix?: string;
  /** The value is written as in a URL, with `%2B` for a plus sign. */
  is_percent_encoded?: true;
  /** The value, or the member of the list, is JSON in base64; the field of it that counts. */
  base64_json?: string;
};

/** A spot that must have exactly this value. */
export type FixedSpot = Spot & { value: string | number };

/** A spot that must have one of these values. */
export type RequiredSpot = Spot & { one_of: readonly string[] };

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
  /**
   * The body begins as an object or a list of objects does. Otherwise it could be the rest of a text that another recipe
   * of the type signs: `1767225600.{…}` where one signs the body, and one the time and the body.
   */
  is_json?: true;
  /**
   * What is signed. A part must not contain the text that follows it in the template, so that a signed text is the text of
   * one request only (`ingest/verify/signed-text.ts`). A body after a header or an address must begin as JSON.
   */
  content: Template;
  /** The one part that may contain anything, such as `line:Message`; `{body}` unless it says otherwise, or the last one. */
  free_part?: string;
  /** The digest of the body in hexadecimal digits at this spot must be right too, because `content` has no body. */
  body_sha256?: Spot;
  /** Names of headers that are signed too, with spaces between them. */
  header_names?: Spot;
  /** The recipe is only for requests with these values. */
  requires?: readonly RequiredSpot[];
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

export type SignatureAlgorithm =
  | "rsa-sha1"
  | "rsa-sha256"
  | "rsa-sha512"
  | "rsa-pss-sha512"
  | "ecdsa-sha1"
  | "ecdsa-sha256"
  | "ed25519";

/** A signature by the provider's private key; the source has the public one. `der`: base64 of DER, or PEM. */
export interface PublicKeyRecipe extends Signed {
  scheme: "public-key";
  algorithm: SignatureAlgorithm;
  encoding: Encoding;
  key: AuthFieldName;
  /** How the key is written. `raw-…`: the 32 bytes of an Ed25519 key. */
  key_form: "der" | "raw-hex" | "raw-base64";
  /** The signature is a JWS without its payload, `header..signature`, and `content` is that payload. */
  jws?: "detached";
  /** What is signed is the SHA-256 of `content`, which the algorithm then hashes again. */
  is_hashed_first?: true;
}

/** A signature by the provider's private key; Posthorn fetches the public one from the provider. */
export interface FetchedKeyRecipe extends Signed {
  scheme: "fetched-key";
  algorithm: SignatureAlgorithm;
  encoding: Encoding;
  key: FetchedKey;
  /** As of a public key. */
  jws?: "detached";
}

/**
 * Where a public key is published. Posthorn fetches it by the guarded dialer and follows no redirect
 * (`ingest/verify/provider-fetches.ts`).
 */
export type FetchedKey = {
  /** `certificate`: X.509 in PEM. `jwks`: a JSON Web Key Set. `text`: a key in DER or PEM. `json`: the same, at this path. */
  form: "certificate" | "jwks" | "text" | { json: string };
  /** Only for sources with this value in their field `environment`. */
  environment?: string;
  /** The request needs `authorization: Bearer …` with this field of the source. */
  bearer?: AuthFieldName;
  /** The request needs an OAuth token, which the fields `client_id` and `client_secret` get from this address. */
  oauth?: { url: string; scope: string };
} & (
  | {
      /** The address, with `{key-id}` in it if each key has one of its own. */
      url: string;
      /** Where the request names its key, of a set or for the address. The token itself names it in a JWT. */
      key_id?: Spot;
      url_at?: undefined;
    }
  | {
      /** The request says where the key is. Only an address that matches `allowed` is fetched. */
      url_at: Spot;
      allowed: RegExp;
      url?: undefined;
    }
);

export type JwtAlgorithm =
  | "HS256"
  | "HS384"
  | "HS512"
  | "RS256"
  | "RS384"
  | "RS512"
  | "ES256"
  | "ES384"
  | "ES512"
  | "EdDSA";

/** A JSON Web Token. `exp`, `nbf` and `iat` count in every token that has them. */
export interface JwtRecipe {
  scheme: "jwt";
  /** Without it, the whole body is the token. */
  token?: Spot;
  /** No other algorithm counts, whatever the token says. Those with one key or with two never come together. */
  algorithms: readonly JwtAlgorithm[];
  /** A field of the source, or a set of keys in which the token names its own. */
  key: AuthFieldName | FetchedKey;
  /** The token must have these claims, and one of these values in each. */
  claims?: Readonly<Record<string, readonly Template[]>>;
  /** The claim that has the SHA-256 of the body in base64. */
  body_sha256_claim?: string;
  /** The token must expire. */
  needs_expiry?: true;
}

/** The sender shows the secret itself. */
export interface TokenRecipe {
  scheme: "token";
  /** With `in_each_of`, a path within each member of that list of the body. */
  token: Spot;
  in_each_of?: string;
  key: AuthFieldName;
}

/** HTTP Basic with the fields `username` and `password`. */
export interface BasicRecipe {
  scheme: "basic";
}

export type Recipe =
  | HmacRecipe
  | HashRecipe
  | PublicKeyRecipe
  | FetchedKeyRecipe
  | JwtRecipe
  | TokenRecipe
  | BasicRecipe;

/**
 * A digest that the reply to a challenge contains. The server computes an HMAC only over short plain words, and accepts no
 * request whose whole signed text is such a word, so that nobody can ask for the signature of a request. A plain hash must
 * contain a secret that signs no request.
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
    equals?: readonly FixedSpot[];
  };
  /** True: Posthorn replies only if the request passes the source's recipe, or the source has none. */
  is_signed: boolean;
  /** The provider sends the secret of the webhook here, once. A source without a secret keeps it as this field. */
  secret?: { spot: Spot; field: AuthFieldName };
  /** Posthorn must fetch the address at this spot before it replies. Only for addresses that the provider signs. */
  confirm?: { url_at: Spot; allowed: RegExp };
  compute?: Computation;
  reply: {
    status?: 200 | 204;
    headers?: Readonly<Record<string, Template>>;
    text?: Template;
    json?: Readonly<Record<string, Template | number>>;
  };
}
