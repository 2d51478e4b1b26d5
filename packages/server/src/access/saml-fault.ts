/**
 * Why is what a SAML provider has sent not accepted?
 *
 * Each fault is a sentence for the person and the owner, which says what to change at the provider. Nothing that the provider
 * has sent is in it, except the name of its own refusal.
 */
import type { SsoRefusal } from "./sso-provider.ts";

/** The names of SAML's status codes. Anything else is not repeated to a person. */
const STATUS_NAME = /^[A-Za-z]{1,60}$/;

/** `message` is the reason, for the log. */
export class SamlFault extends Error {
  readonly refused: SsoRefusal;
  constructor(refused: SsoRefusal, reason: string) {
    super(reason);
    this.refused = refused;
  }
}

const invalid = (message: string): SsoRefusal => ({ code: "SSO_TOKEN_NOT_VALID", message });

export const UNREADABLE: SsoRefusal = {
  code: "SSO_PROVIDER_FAILED",
  message:
    "The identity provider's answer is none of SAML 2.0 that Posthorn can read. The sign-in URL may be wrong, or the provider has a problem.",
};
export const ENCRYPTED = invalid(
  "The identity provider has encrypted its answer. Turn the encryption of assertions off there: TLS protects them already.",
);
export const NOT_SIGNED = invalid(
  "The identity provider's answer is not signed with a certificate and in a way that Posthorn accepts. It must sign the assertion or the response, with RSA and SHA-256 or SHA-512, and its certificate must be in the settings.",
);
export const ANOTHER_ISSUER = invalid(
  "The identity provider's answer has another entity ID than the one that is set up.",
);
export const ANOTHER_AUDIENCE = invalid(
  "The identity provider's answer is for another service than this one. Its audience must be Posthorn's entity ID.",
);
export const ANOTHER_ADDRESS = invalid(
  "The identity provider's answer is for another address than this one. The ACS URL there must be the one that Posthorn's settings show.",
);
export const ANOTHER_SIGN_ON = invalid(
  "The identity provider's answer belongs to another sign-on. A sign-on must begin at Posthorn.",
);
export const CLOCKS_DIFFER = invalid(
  "The identity provider's answer has expired or is from the future. Its clock and Posthorn's may differ by a minute at most.",
);
export const CONDITION_UNKNOWN = invalid(
  "The identity provider's answer has a condition that Posthorn does not know.",
);
export const NO_LASTING_NAME = invalid(
  "The identity provider's answer does not name the person in a way that lasts. Set the format of the name ID to persistent or email address there.",
);

export function refusedWith(status: string): SsoRefusal {
  const name = status.slice(status.lastIndexOf(":") + 1);
  const why = STATUS_NAME.test(name) ? ` It says: ${name}.` : "";
  return { code: "SSO_PROVIDER_REFUSED", message: `The identity provider refused the sign-on.${why}` };
}
