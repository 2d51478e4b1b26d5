/**
 * What does an organization's identity provider say about who somebody is?
 *
 * The seam between single sign-on and its protocols: OpenID Connect (sso-oidc.ts) and SAML 2.0 (sso-saml.ts). All that comes
 * after "who is it" is the same for both: mail domains, admission, duty and sessions. What goes wrong is a refusal with a
 * sentence for the person; the log gets its reason, and nothing that the provider has sent.
 */
import type { ApiErrorCode } from "@posthorn/contract/errors";
import type { Log } from "../log.ts";
import type { GuardedFetch } from "../outbound/guarded-fetch.ts";
import { createOidc } from "./sso-oidc.ts";
import { createSaml } from "./sso-saml.ts";

interface AnyClient {
  organization_id: string;
  /** Of OpenID Connect, the issuer; of SAML, the provider's entity ID. */
  issuer: string;
  /** Where the provider sends people back to. */
  redirect_url: string;
}

/** An organization's client at its provider. */
export interface OidcClient extends AnyClient {
  kind: "oidc";
  client_id: string;
  client_secret: string;
}

/** What an organization and its provider know of each other. */
export interface SamlClient extends AnyClient {
  kind: "saml";
  sign_in_url: string;
  /** PEM. The provider signs with one of them. */
  certificates: readonly string[];
  /** Ours. */
  entity_id: string;
}

export type SsoClient = OidcClient | SamlClient;

/** What one sign-on has begun with. Only the browser and the provider know them. */
export interface SsoSecrets {
  state: string;
  /** With SAML, the request's ID is made of it. */
  nonce: string;
  /** Null: SAML has none. */
  verifier: string | null;
}

export interface SsoPerson {
  /** The provider's name for the person. */
  subject: string;
  /** In small letters; null: the provider sent none that it has verified. */
  verified_email: string | null;
  /** Null: the provider sent none. */
  name: string | null;
}

export interface SsoFound {
  person: SsoPerson;
  /** The fingerprint of the certificate with which a SAML provider has signed; null with OpenID Connect. */
  certificate: string | null;
}

export interface SsoRefusal {
  code: ApiErrorCode;
  message: string;
}

export interface SsoProtocol<Client> {
  begin: (
    client: Client,
    loginHint: string,
  ) => Promise<{ url: string; secrets: SsoSecrets } | { refused: SsoRefusal }>;
  /** `answer`: what the provider has added to the redirect URL, or has posted to it. */
  finish: (
    client: Client,
    secrets: SsoSecrets,
    answer: URLSearchParams,
  ) => Promise<SsoFound | { refused: SsoRefusal }>;
}

export interface SsoProviders extends SsoProtocol<SsoClient> {
  /** Null: an OpenID Connect provider answers there, and can be used. */
  refusalOf: (issuer: string) => Promise<SsoRefusal | null>;
}

export interface SsoProvidersDeps {
  fetch: GuardedFetch;
  /** Where Posthorn itself is reached without TLS, its providers may be, too. */
  isHttpAllowed: boolean;
  log: Log;
}

/** Returns what the provider gives back with the sign-on: OpenID Connect calls it the state, SAML the relay state. */
export function stateIn(answer: URLSearchParams): string | null {
  return answer.get("state") ?? answer.get("RelayState");
}

export function createSsoProviders(deps: SsoProvidersDeps): SsoProviders {
  const oidc = createOidc(deps);
  const saml = createSaml(deps);
  return {
    refusalOf: oidc.refusalOf,
    begin: (client, loginHint) =>
      client.kind === "oidc" ? oidc.begin(client, loginHint) : saml.begin(client, loginHint),
    finish: (client, secrets, answer) =>
      client.kind === "oidc" ? oidc.finish(client, secrets, answer) : saml.finish(client, secrets, answer),
  };
}
