/** What do the page of single sign-on, and the server in its place, say? */

export const MAIL_DOMAIN_NOT_VALID = "This is not a mail domain. Enter the part of an address after the @.";

export const SSO_DOMAINS_LIMIT_REACHED =
  "This organization has as many mail domains as it can have. Remove one that nobody uses, then try again.";

export const SSO_NEEDS_CONNECTION = "Connect the identity provider first.";

export const SSO_NEEDS_DOMAIN =
  "Prove a mail domain first: it decides who signs in at the identity provider.";

export const SSO_NEEDS_TEST =
  "Test the sign-on first. A connection that does not work would lock people out.";

export const SSO_LAST_DOMAIN =
  "This is the last proven mail domain, and single sign-on is on. Turn it off first, then remove the domain.";

export const SSO_SECRET_FOR_ISSUER = "client_secret is required: another issuer does not get the stored one";

export const SAML_URL_NOT_VALID =
  "The sign-in URL must be an https:// address without credentials. Copy it from the provider's metadata (SingleSignOnService with HTTP-Redirect).";

export const SAML_CERTIFICATE_NOT_READABLE =
  "This is not an X.509 certificate. Paste the whole of it, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.";

export const SAML_KEY_NOT_ACCEPTED =
  "The key of this certificate must be RSA with 2048 bits or more. Let the provider make another signing certificate.";

export const SAML_CERTIFICATE_TWICE = "This certificate is there already. Remove one of the two.";

/** To people who would leave. */
export const SSO_USER_STAYS =
  "You belong to this organization through its single sign-on, so you cannot leave by yourself. Ask an admin to remove you.";

export const SSO_PROJECT_STAYS =
  "This organization uses single sign-on, so nobody leaves a project by themselves. Ask an admin to remove you.";
