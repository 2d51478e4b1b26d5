/**
 * What manages users, passwords and sessions?
 *
 * better-auth, on the tables of migrations 0002, 0036 and 0037. It is loaded when the first person signs in, because its modules take
 * half a second to load, and a restart of the gateway should not wait for that. From outside, only the functions that
 * the routes of this folder call can be reached. Open sign-up is off; our own code creates people, organizations and
 * invitations (docs/decisions/0077-organizations-are-ours.md).
 */
import { PASSWORD_MIN_CHARACTERS } from "@posthorn/contract/limits";
import { newId } from "../ids.ts";
import type { Log } from "../log.ts";
import type { IdentityPool } from "../store/identity-pool.ts";
import { SESSION_LIFETIME_SECONDS } from "../store/sessions.ts";
import { CHALLENGE_PREFIX, TRUSTED_BROWSER_PREFIX } from "../store/verifications.ts";
import { PASSWORD_MAX_CHARACTERS } from "./auth-input.ts";
import { passkeyPlace } from "./passkey-place.ts";
import type { Passwords } from "./passwords.ts";
import { cookieSettings } from "./session-cookie.ts";

/** better-auth reads the client's address from this header, which only auth-routes.ts sets. */
export const CLIENT_ADDRESS_HEADER = "x-posthorn-client-address";
const RESET_LINK_LIFETIME_SECONDS = 60 * 60;
/** After ten wrong codes in a row, of whatever sign-ins. */
export const CODES_LOCKED_SECONDS = 15 * 60;
/** How long a sign-in waits for its code. */
const CHALLENGE_LIFETIME_SECONDS = 10 * 60;
/** Each sign-in of a trusted browser begins this time anew. */
const BROWSER_TRUSTED_SECONDS = 30 * 24 * 60 * 60;
/** What better-auth logs about a passkey that it could not check. */
const WRONG_PASSKEY_MESSAGES: ReadonlySet<string> = new Set([
  "Failed to verify registration",
  "Failed to verify authentication",
]);

export interface IdentityDeps {
  publicUrl: string;
  pool: IdentityPool;
  /** Signs session cookies. */
  secret: string;
  log: Log;
  passwords: Passwords;
  /** Returns before the message is sent: otherwise the time it takes would reveal whether an account exists. */
  sendResetLink: (to: { email: string; token: string }) => void;
  onPasswordReset: (user: { id: string; email: string }) => Promise<void>;
}

export type Identity = Awaited<ReturnType<typeof loadIdentity>>;

export async function loadIdentity(deps: IdentityDeps) {
  const [{ betterAuth }, { APIError }, { twoFactor }, { passkey }, { ssoSessions }] = await Promise.all([
    import("better-auth"),
    import("better-auth/api"),
    import("better-auth/plugins/two-factor"),
    import("@better-auth/passkey"),
    import("./sso-sessions.ts"),
  ]);
  const { log } = deps;

  /** A passkey counts as both factors, so its device must have asked for a finger, a face or a PIN. */
  function requireVerifiedPerson(isVerified: boolean | undefined): void {
    if (isVerified !== true) throw new APIError("UNAUTHORIZED", { code: "PERSON_NOT_VERIFIED" });
  }

  return betterAuth({
    appName: "Posthorn",
    baseURL: new URL(deps.publicUrl).origin,
    basePath: "/auth",
    secret: deps.secret,
    database: deps.pool,
    trustedOrigins: [new URL(deps.publicUrl).origin],
    telemetry: { enabled: false },
    rateLimit: { enabled: false }, // our own limit counts failures in the database: store/login-failures.ts
    logger: {
      level: "error",
      log(_level, message, ...details) {
        const error = details.find((detail) => detail instanceof Error);
        // Anybody can send a passkey with a wrong signature: then nobody has to act.
        if (WRONG_PASSKEY_MESSAGES.has(message)) log.info("passkey.refused", { message, error });
        else log.error("identity.failed", { message, error });
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: deps.passwords,
      minPasswordLength: PASSWORD_MIN_CHARACTERS,
      maxPasswordLength: PASSWORD_MAX_CHARACTERS,
      resetPasswordTokenExpiresIn: RESET_LINK_LIFETIME_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => deps.sendResetLink({ email: user.email, token }),
      onPasswordReset: ({ user }) => deps.onPasswordReset(user),
    },
    advanced: {
      ...cookieSettings(deps.publicUrl),
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Our migrations create the tables, and a test compares them, so a check at run time proves nothing.
      database: { generateId: () => newId(), validateSchema: false },
    },
    user: {
      modelName: "users",
      fields: { emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
    },
    session: {
      modelName: "sessions",
      fields: {
        expiresAt: "expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        userId: "user_id",
      },
      expiresIn: SESSION_LIFETIME_SECONDS,
      freshAge: 0, // we ask for the password instead of a young session: own-account.ts
    },
    account: {
      modelName: "accounts",
      fields: {
        accountId: "account_id",
        providerId: "provider_id",
        userId: "user_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    verification: {
      modelName: "verifications",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
      storeIdentifier: {
        default: "hashed",
        overrides: { [TRUSTED_BROWSER_PREFIX]: "plain", [CHALLENGE_PREFIX]: "plain" },
      },
    },
    plugins: [
      ssoSessions(),
      twoFactor({
        issuer: "Posthorn",
        twoFactorCookieMaxAge: CHALLENGE_LIFETIME_SECONDS,
        trustDeviceMaxAge: BROWSER_TRUSTED_SECONDS,
        accountLockout: { durationSeconds: CODES_LOCKED_SECONDS },
        schema: {
          user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
          twoFactor: {
            modelName: "two_factors",
            fields: {
              userId: "user_id",
              backupCodes: "backup_codes",
              failedVerificationCount: "failed_verification_count",
              lockedUntil: "locked_until",
            },
          },
        },
      }),
      passkey({
        ...passkeyPlace(deps.publicUrl),
        rpName: "Posthorn",
        // Kept by the authenticator with the account's name: so the sign-in asks for no address.
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        registration: {
          afterVerification: ({ verification }) =>
            requireVerifiedPerson(verification.registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: ({ verification }) =>
            requireVerifiedPerson(verification.authenticationInfo.userVerified),
        },
        advanced: { webAuthnChallengeCookie: "passkey" },
        schema: {
          passkey: {
            modelName: "passkeys",
            fields: {
              userId: "user_id",
              credentialID: "credential_id",
              publicKey: "public_key",
              deviceType: "device_type",
              backedUp: "backed_up",
              createdAt: "created_at",
            },
          },
        },
      }),
    ],
  });
}
