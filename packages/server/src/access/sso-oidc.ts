/**
 * How does an organization's identity provider say who somebody is with OpenID Connect?
 *
 * The code flow, by a library that knows the protocol (oauth4webapi): discovery, state, nonce, PKCE, the issuer of the answer
 * (RFC 9207), and the token's issuer, audience, times, nonce and signature. Nothing that the provider sends is trusted before
 * that. It is loaded with the first sign-on. The log gets the reason of a refusal, and no token.
 */
import type * as Protocol from "oauth4webapi";
import { NoAnswer, type WhyNoAnswer } from "../outbound/guarded-fetch.ts";
import type {
  OidcClient,
  SsoPerson,
  SsoProtocol,
  SsoProviders,
  SsoProvidersDeps,
  SsoRefusal,
  SsoSecrets,
} from "./sso-provider.ts";
import { isWebUrl } from "./sso-urls.ts";

/** By how much the provider's clock may differ from ours. */
const CLOCK_SKEW_SECONDS = 60;
const SCOPE = "openid email profile";
/** RFC 6749 names errors so. Anything else is not repeated to a person. */
const ERROR_NAME = /^[a-z_]{1,60}$/;

const library = () => import("oauth4webapi");

function clientOf(oauth: typeof Protocol, { client_id }: Pick<OidcClient, "client_id">): Protocol.Client {
  return { client_id, [oauth.clockTolerance]: CLOCK_SKEW_SECONDS };
}

export function createOidc({
  fetch,
  isHttpAllowed,
  log,
}: SsoProvidersDeps): SsoProtocol<OidcClient> & Pick<SsoProviders, "refusalOf"> {
  const optionsOf = (oauth: typeof Protocol) =>
    ({ [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: isHttpAllowed }) as const;

  async function discover(oauth: typeof Protocol, issuer: string): Promise<Protocol.AuthorizationServer> {
    const url = new URL(issuer);
    const answer = await oauth.discoveryRequest(url, optionsOf(oauth));
    const server = await oauth.processDiscoveryResponse(url, answer);
    // The browser goes to the one, and the library checks the others when it calls them.
    for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const)
      if (!isWebUrl(server[name], isHttpAllowed)) throw new Refused(missing(name));
    return server;
  }

  /** Turns what goes wrong at the provider into a refusal. */
  async function explained<Result>(
    step: "discovery" | "sign-on",
    about: Record<string, unknown>,
    work: (oauth: typeof Protocol) => Promise<Result>,
  ): Promise<{ result: Result } | { refused: SsoRefusal }> {
    const oauth = await library();
    try {
      return { result: await work(oauth) };
    } catch (error) {
      const { refused, reason } = explain(oauth, error);
      log.info("sso.provider_refused", { ...about, step, code: refused.code, reason });
      return { refused };
    }
  }

  return {
    async refusalOf(issuer) {
      if (!isWebUrl(issuer, isHttpAllowed)) return failed(NOT_A_WEB_ADDRESS);
      const found = await explained("discovery", { issuer }, (oauth) => discover(oauth, issuer));
      return "refused" in found ? found.refused : null;
    },

    async begin(client, loginHint) {
      const about = { organization_id: client.organization_id };
      const begun = await explained("discovery", about, async (oauth) => {
        const server = await discover(oauth, client.issuer);
        const secrets = {
          state: oauth.generateRandomState(),
          nonce: oauth.generateRandomNonce(),
          verifier: oauth.generateRandomCodeVerifier(),
        } satisfies SsoSecrets;
        // `discover` has looked at it.
        const url = new URL(server.authorization_endpoint ?? "");
        const asked = {
          client_id: client.client_id,
          redirect_uri: client.redirect_url,
          response_type: "code",
          scope: SCOPE,
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: "S256",
          login_hint: loginHint,
        };
        for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
        return { url: url.href, secrets };
      });
      return "refused" in begun ? begun : begun.result;
    },

    async finish(client, { state, nonce, verifier }, answer) {
      if (verifier === null) return { refused: NOT_ASKED_FOR }; // began with SAML
      const about = { organization_id: client.organization_id };
      const found = await explained("sign-on", about, async (oauth) => {
        const server = await discover(oauth, client.issuer);
        const us = clientOf(oauth, client);
        const options = optionsOf(oauth);
        const granted = oauth.validateAuthResponse(server, us, answer, state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          us,
          authenticationOf(oauth, server, client.client_secret),
          granted,
          client.redirect_url,
          verifier,
          options,
        );
        const tokens = await oauth.processAuthorizationCodeResponse(server, us, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        });
        await oauth.validateApplicationLevelSignature(server, response, options);
        const claims = oauth.getValidatedIdTokenClaims(tokens);
        if (!claims) throw new Error("The library has checked a token that it does not have");
        // The library does not look at it.
        if (claims.iat > Date.now() / 1000 + CLOCK_SKEW_SECONDS) throw new Refused(CLOCKS_DIFFER, "iat");
        if (claims["email"] !== undefined && claims["email_verified"] !== undefined) return personIn(claims);
        if (server.userinfo_endpoint === undefined) return personIn(claims);
        // Some providers have the address only there. The library sees to it that both are about the same person.
        const info = await oauth.processUserInfoResponse(
          server,
          us,
          claims.sub,
          await oauth.userInfoRequest(server, us, tokens.access_token, options),
        );
        return personIn(info.email === undefined ? claims : { ...claims, ...info });
      });
      return "refused" in found ? found : { person: found.result, certificate: null };
    },
  };
}

function authenticationOf(
  oauth: typeof Protocol,
  { token_endpoint_auth_methods_supported: methods }: Protocol.AuthorizationServer,
  secret: string,
): Protocol.ClientAuth {
  const isPost = methods?.includes("client_secret_post") && !methods.includes("client_secret_basic");
  return isPost ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

function personIn(claims: Readonly<Record<string, unknown>> & { sub: string }): SsoPerson {
  const { sub: subject, email, email_verified, name } = claims;
  // Some providers write the yes as text.
  const isVerified = email_verified === true || email_verified === "true";
  return {
    subject,
    verified_email: isVerified && typeof email === "string" ? email.trim().toLowerCase() : null,
    name: typeof name === "string" && name.trim() !== "" ? name.trim() : null,
  };
}

/** A check of ours has failed. */
class Refused extends Error {
  readonly refused: SsoRefusal;
  readonly reason: string;
  constructor(refused: SsoRefusal, reason: string = refused.code) {
    super(refused.message);
    this.refused = refused;
    this.reason = reason;
  }
}

const failed = (message: string): SsoRefusal => ({ code: "SSO_PROVIDER_FAILED", message });
const invalidToken = (message: string): SsoRefusal => ({ code: "SSO_TOKEN_NOT_VALID", message });

const NOT_A_WEB_ADDRESS = "The issuer must be an https:// address without credentials.";
const missing = (name: string) =>
  failed(`The identity provider's discovery document has no ${name} that Posthorn can use.`);

const NO_ANSWER: Readonly<Record<WhyNoAnswer, string>> = {
  "address not allowed": "Posthorn may not call the address of the identity provider.",
  late: "The identity provider did not answer in time. Try again.",
  "too long": "The identity provider's answer is too long.",
  unreachable: "The identity provider could not be reached. Try again.",
};

const CLOCKS_DIFFER = invalidToken(
  "The identity provider's token has expired or is from the future. Its clock and Posthorn's may differ by a minute at most.",
);
const NOT_SIGNED = invalidToken(
  "The identity provider's token is not signed with a key and in a way that Posthorn accepts.",
);
const NOT_ASKED_FOR = invalidToken("The identity provider's token is not the one that was asked for.");
const OF_ANOTHER: Readonly<Record<string, SsoRefusal>> = {
  aud: invalidToken("The identity provider's token is for another client than this one."),
  azp: invalidToken("The identity provider's token is for another client than this one."),
  iss: invalidToken("The identity provider's token has another issuer than the one that is set up."),
  nonce: invalidToken("The identity provider's token belongs to another sign-on."),
};

function refusedWith(name: string): SsoRefusal {
  const why = ERROR_NAME.test(name) ? ` It says: ${name}.` : "";
  return { code: "SSO_PROVIDER_REFUSED", message: `The identity provider refused the sign-on.${why}` };
}

/** The reason is for the log: what the library says, which names claims and never has their values. */
function explain(oauth: typeof Protocol, error: unknown): { refused: SsoRefusal; reason: string } {
  if (error instanceof Refused) return error;
  if (error instanceof NoAnswer) return { refused: failed(NO_ANSWER[error.why]), reason: error.why };
  const reason = error instanceof Error ? error.message : "no error";
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError)
    return { refused: refusedWith(error.error), reason: `${reason}: ${error.error}` };
  // How a provider refuses a client that has not proven itself.
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    const named = error.cause[0]?.parameters.error ?? "invalid_client";
    return { refused: refusedWith(named), reason: `${reason}: ${named}` };
  }
  if (error instanceof oauth.UnsupportedOperationError) return { refused: NOT_SIGNED, reason };
  if (error instanceof oauth.OperationProcessingError) return { refused: refusalFor(oauth, error), reason };
  return { refused: failed(UNREADABLE), reason };
}

const UNREADABLE =
  "The identity provider's answer is none of OpenID Connect. The issuer may be wrong, or the provider has a problem.";

function refusalFor(oauth: typeof Protocol, error: Protocol.OperationProcessingError): SsoRefusal {
  if (error.code === oauth.JWT_TIMESTAMP_CHECK) return CLOCKS_DIFFER;
  if (error.code === oauth.JWT_CLAIM_COMPARISON) return OF_ANOTHER[claimIn(error.cause)] ?? NOT_ASKED_FOR;
  const isAboutKey = error.code === oauth.KEY_SELECTION || /signature|"alg"/.test(error.message);
  return isAboutKey ? NOT_SIGNED : failed(UNREADABLE);
}

function claimIn(cause: unknown): string {
  const isNamed = typeof cause === "object" && cause !== null && "claim" in cause;
  return isNamed && typeof cause.claim === "string" ? cause.claim : "";
}
