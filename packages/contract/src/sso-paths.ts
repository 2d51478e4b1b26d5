/** Where are the calls of a single sign-on? Apart from sso.ts, because the sign-in page needs none of its schemas. */

/** The name of the tag in which a page that a SAML provider has posted to has what was posted. */
export const SSO_ANSWER_META = "posthorn-sso-answer";

/** Below `/auth`, all POST. */
export const SSO_PATHS = {
  /** `{ email }`: answers with the address at the provider, to which the browser goes. */
  begin: "/sign-in/sso",
  /** `{ organization_id }`: the same for the owner, to try the connection. Nobody is signed in at the end. */
  beginTest: "/sso/test",
  /** `{ organization_id, answer }`: what the provider has added to the redirect URL, or has posted to it. */
  finish: "/sign-in/sso/finish",
} as const;
