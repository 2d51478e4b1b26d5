/**
 * How does a service account's key become a token? Google gives one for an assertion signed with that key.
 *
 * The key file itself names the token URL, so that URL is checked like every other user input:
 * when it is saved, and by the dialer each time.
 */
import { createPrivateKey, sign } from "node:crypto";
import type { AuthFields } from "@posthorn/contract/destination-auth";
import { HttpUrl } from "@posthorn/contract/http-url";
import type { TokenRequest } from "./oauth2.ts";

const GOOGLE_TOKEN_URI = "https://oauth2.googleapis.com/token";
const DEFAULT_SCOPE = "https://www.googleapis.com/auth/cloud-platform";
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/** The longest lifetime that Google accepts. */
const ASSERTION_SECONDS = 3_600;

export interface ServiceAccount {
  client_email: string;
  private_key: string;
  private_key_id: string | null;
  token_uri: string;
}

/** Returns null when the text is not a key file, its key cannot sign RS256, or its token URL is none. */
export function readServiceAccount(text: string): ServiceAccount | null {
  try {
    const file: unknown = JSON.parse(text);
    if (typeof file !== "object" || file === null) return null;
    const { client_email, private_key, private_key_id, token_uri } = file as Record<string, unknown>; // checked field by field
    if (typeof client_email !== "string" || typeof private_key !== "string") return null;
    if (createPrivateKey(private_key).asymmetricKeyType !== "rsa") return null;
    if (typeof token_uri === "string" && !HttpUrl.safeParse(token_uri).success) return null;
    return {
      client_email,
      private_key,
      private_key_id: typeof private_key_id === "string" ? private_key_id : null,
      token_uri: typeof token_uri === "string" ? token_uri : GOOGLE_TOKEN_URI,
    };
  } catch {
    return null; // an error message of a parser might quote the key
  }
}

/** Returns null when the key file cannot be read. */
export function serviceAccountRequest(
  { service_account_key, scope }: AuthFields<"GCP_SERVICE_ACCOUNT">,
  nowMs: number,
): TokenRequest | null {
  const account = readServiceAccount(service_account_key);
  if (!account) return null;
  const iat = Math.floor(nowMs / 1000);
  const assertion = signedToken(account, {
    iss: account.client_email,
    scope: scope || DEFAULT_SCOPE,
    aud: account.token_uri,
    iat,
    exp: iat + ASSERTION_SECONDS,
  });
  return { url: account.token_uri, authorization: "", form: { grant_type: JWT_BEARER, assertion } };
}

function signedToken({ private_key, private_key_id }: ServiceAccount, claims: object): string {
  const head = { alg: "RS256", typ: "JWT", ...(private_key_id !== null && { kid: private_key_id }) };
  const text = [head, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${text}.${sign("sha256", Buffer.from(text), private_key).toString("base64url")}`;
}
