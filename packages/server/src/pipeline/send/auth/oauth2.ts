/** Which request to an OAuth 2.0 token endpoint fits these credentials? RFC 6749 §4.4 and §6. */
import type { AuthFields } from "@posthorn/contract/destination-auth";
import { basicCredentials } from "./basic-auth.ts";

export interface TokenRequest {
  url: string;
  /** Empty when the credentials are in the body. */
  authorization: string;
  form: Record<string, string>;
}

export function clientCredentialsRequest(auth: AuthFields<"OAUTH2_CLIENT_CREDENTIALS">): TokenRequest {
  const { auth_server: url, client_id, client_secret } = auth;
  const form = { grant_type: "client_credentials", ...scopeOf(auth) };
  if (auth.authentication_type === "bearer") {
    return { url, authorization: `Bearer ${client_secret}`, form: { ...form, client_id } };
  }
  if (auth.authentication_type === "x-www-form-urlencoded") {
    return { url, authorization: "", form: { ...form, client_id, client_secret } };
  }
  return { url, authorization: clientBasic(client_id, client_secret), form };
}

export function refreshTokenRequest(auth: AuthFields<"OAUTH2_AUTHORIZATION_CODE">): TokenRequest {
  const { auth_server: url, client_id, client_secret, refresh_token } = auth;
  const form = { grant_type: "refresh_token", refresh_token, ...scopeOf(auth) };
  return { url, authorization: clientBasic(client_id, client_secret), form };
}

function scopeOf({ scope }: { scope?: string | null | undefined }): { scope?: string } {
  return scope ? { scope } : {};
}

function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/** RFC 6749 §2.3.1: both are form-encoded before they become a name and a password. */
function clientBasic(id: string, secret: string): string {
  return basicCredentials(formEncoded(id), formEncoded(secret));
}
