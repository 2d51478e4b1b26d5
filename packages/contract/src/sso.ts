/**
 * How does an organization let its people sign in at its own identity provider, and which endpoints set that up?
 *
 * A connection is what the organization and its provider know of each other: with OpenID Connect a client, with SAML 2.0 the
 * provider's address and certificates. Mail domains that the organization has proven by a TXT record decide who comes in
 * through it. Only the owner sees and changes any of it. The sign-in itself is
 * below `/auth` (sso-paths.ts).
 */
import * as z from "zod/mini";
import { RECORD_FINDINGS } from "./custom-domains.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  SAML_CERTIFICATE_MAX_CHARACTERS,
  SAML_CERTIFICATES_MAX,
  SAML_URL_MAX_CHARACTERS,
  SSO_FIELD_MAX_CHARACTERS,
} from "./limits.ts";
import { DeletedId, NullableTimestamp, Timestamp } from "./lists.ts";
import { GRANTED_ROLES } from "./roles.ts";

/**
 * Off: nobody comes in through the provider. Optional: people of proven domains may. Required: they must, and passwords and
 * passkeys no longer let them in; the owner's still do.
 */
export const SSO_MODES = ["off", "optional", "required"] as const;
export type SsoMode = (typeof SSO_MODES)[number];

const SsoDomain = z.object({
  id: z.string(),
  /** In small letters; other scripts are in their ASCII form. */
  domain: z.string(),
  /** Proven: the TXT record was found, and no other organization has the domain. */
  status: z.enum(["pending", "proven"]),
  /** The TXT record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
  /** What the last look into DNS has found. */
  finding: z.enum(RECORD_FINDINGS),
  checked_at: NullableTimestamp,
  /** How many members have an address there. */
  members: z.int(),
  created_at: Timestamp,
});
export type SsoDomain = z.output<typeof SsoDomain>;

/** With which protocol an organization and its identity provider talk. */
export const SSO_KINDS = ["oidc", "saml"] as const;
export type SsoKind = (typeof SSO_KINDS)[number];

const ofConnection = {
  /** Of OpenID Connect, the issuer; of SAML, the provider's entity ID. */
  issuer: z.string(),
  /** For people who come in for the first time, unless an invitation says otherwise. */
  default_role: z.enum(GRANTED_ROLES),
  mode: z.enum(SSO_MODES),
  /** Since when it has this mode. */
  mode_since: Timestamp,
  /** The last test that worked with these settings; null: none has. */
  tested: z.nullable(
    z.object({
      at: Timestamp,
      /** The address that came back. */
      email: z.string(),
      /** How long Posthorn and the provider talked about it. */
      duration_ms: z.int(),
    }),
  ),
};

/** With which a SAML provider signs. */
const SamlCertificate = z.object({
  pem: z.string(),
  /** Its SHA-256, in pairs of hexadecimal digits with colons, as providers show it. */
  fingerprint: z.string(),
  /** Shown, and not enforced: the owner trusts the key, and says when no longer. */
  expires_at: Timestamp,
  /** The last test has worked with this one. */
  is_tested: z.boolean(),
});
export type SamlCertificate = z.output<typeof SamlCertificate>;

const SsoConnection = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("oidc"), client_id: z.string(), ...ofConnection }),
  z.object({
    kind: z.literal("saml"),
    sign_in_url: z.string(),
    certificates: z.array(SamlCertificate),
    ...ofConnection,
  }),
]);
export type SsoConnection = z.output<typeof SsoConnection>;

export const SingleSignOn = z.object({
  /** The owner gives it to the provider. SAML calls it the assertion consumer service (ACS) URL. */
  redirect_url: z.string(),
  /** What Posthorn is called at a SAML provider. Its metadata are at this address. */
  entity_id: z.string(),
  connection: z.nullable(SsoConnection),
  /** Oldest first. */
  domains: z.array(SsoDomain),
  /** Members with an address at a proven domain, except the owner. */
  covered_members: z.int(),
  /** The others, except the owner: guests. */
  other_members: z.int(),
});
export type SingleSignOn = z.output<typeof SingleSignOn>;

const required = (most = SSO_FIELD_MAX_CHARACTERS) =>
  z.string().check(z.trim(), z.minLength(1, "is required"), z.maxLength(most));

export const SsoSettings = z.strictObject({
  /** The provider's own address: its discovery document is below it. */
  issuer: required(),
  client_id: required(),
  /** Null: the stored one stays. Another issuer needs the secret again. */
  client_secret: z.nullable(required()),
  default_role: z.enum(GRANTED_ROLES),
});

export const SamlSettings = z.strictObject({
  /** The provider's entity ID. */
  issuer: required(),
  sign_in_url: required(SAML_URL_MAX_CHARACTERS),
  /** PEM, or what is between its first and last line. Two while the provider changes its certificate. */
  certificates: z
    .array(required(SAML_CERTIFICATE_MAX_CHARACTERS))
    .check(z.minLength(1), z.maxLength(SAML_CERTIFICATES_MAX)),
  default_role: z.enum(GRANTED_ROLES),
});

const ofOrganization = {
  isForDashboard: true,
  actsOn: "organization",
  callers: "sessions",
  right: "manageSso",
} as const;

export const getSso = defineEndpoint({
  ...ofOrganization,
  method: "GET",
  path: "/organizations/{organization_id}/sso",
  summary: "The single sign-on of an organization: its connection, its mail domains, and whom they cover",
  reply: SingleSignOn,
  errors: [404],
});

export const saveSso = defineEndpoint({
  ...ofOrganization,
  method: "PUT",
  path: "/organizations/{organization_id}/sso",
  summary: "Set up the connection to an OpenID Connect provider; it must answer with its discovery document",
  body: SsoSettings,
  reply: SingleSignOn,
  errors: [404],
});

export const saveSaml = defineEndpoint({
  ...ofOrganization,
  method: "PUT",
  path: "/organizations/{organization_id}/sso/saml",
  summary: "Set up the connection to a SAML 2.0 provider",
  body: SamlSettings,
  reply: SingleSignOn,
  errors: [404],
});

export const setSsoMode = defineEndpoint({
  ...ofOrganization,
  method: "PUT",
  path: "/organizations/{organization_id}/sso/mode",
  summary:
    "Turn single sign-on off, on, or make it required; required signs members of the proven domains out, except the owner",
  body: z.strictObject({ mode: z.enum(SSO_MODES) }),
  reply: SingleSignOn,
  errors: [404],
});

export const removeSso = defineEndpoint({
  ...ofOrganization,
  method: "DELETE",
  path: "/organizations/{organization_id}/sso",
  summary: "Remove the connection; people stay members, and its mail domains stay proven",
  reply: SingleSignOn,
  errors: [404],
});

export const addSsoDomain = defineEndpoint({
  ...ofOrganization,
  method: "POST",
  path: "/organizations/{organization_id}/sso/domains",
  summary: "Add a mail domain; the reply has the TXT record that proves it",
  body: z.strictObject({ domain: z.string() }),
  reply: SsoDomain,
  errors: [404, 409],
});

export const checkSsoDomain = defineEndpoint({
  ...ofOrganization,
  method: "POST",
  path: "/organizations/{organization_id}/sso/domains/{id}/check",
  summary: "Look for the TXT record of a mail domain now",
  reply: SsoDomain,
  errors: [404, 409],
});

export const removeSsoDomain = defineEndpoint({
  ...ofOrganization,
  method: "DELETE",
  path: "/organizations/{organization_id}/sso/domains/{id}",
  summary: "Remove a mail domain; people with an address there no longer come in through the provider",
  reply: DeletedId,
  errors: [404],
});

export const SSO_ENDPOINTS = [
  getSso,
  saveSso,
  saveSaml,
  setSsoMode,
  removeSso,
  addSsoDomain,
  checkSsoDomain,
  removeSsoDomain,
] as const;
