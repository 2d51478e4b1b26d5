/**
 * Is this the browser in which a sign-on at an identity provider began?
 *
 * A cookie keeps the secrets of the sign-on while the person is at the provider. Without it nobody can finish the
 * sign-on, so no link of somebody else signs a person in as somebody else. Pages of other sites cannot send it: the provider
 * leads to a page of ours, and that page makes the call that carries it.
 */
import { cookieNamePrefix } from "@posthorn/contract/cookies";
import { SSO_ATTEMPT_SECONDS } from "../store/sso-attempts.ts";
import { cookieValue, isSecure } from "./session-cookie.ts";
import type { SsoSecrets } from "./sso-provider.ts";

/** Without `__Host-`, which would require all paths. */
const SSO_COOKIE = `${cookieNamePrefix(false)}.sso`;
const SECRET = /^[\w-]{20,200}$/;

export interface SsoCookie {
  write: (secrets: SsoSecrets) => string;
  clear: string;
  /** Null: there is none, or it is none of ours. */
  read: (cookieHeader: string | undefined) => SsoSecrets | null;
}

export function createSsoCookie(publicUrl: string): SsoCookie {
  const path = `${new URL(publicUrl).pathname.replace(/\/$/, "")}/auth`;
  const attributes = `Path=${path}; HttpOnly; SameSite=Strict${isSecure(publicUrl) ? "; Secure" : ""}`;
  return {
    write: ({ state, nonce, verifier }) => {
      const value = [state, nonce, ...(verifier === null ? [] : [verifier])].join(".");
      return `${SSO_COOKIE}=${value}; Max-Age=${SSO_ATTEMPT_SECONDS}; ${attributes}`;
    },
    clear: `${SSO_COOKIE}=; Max-Age=0; ${attributes}`,
    read(cookieHeader) {
      const parts = cookieValue(cookieHeader ?? "", SSO_COOKIE)?.split(".") ?? [];
      const [state, nonce, verifier] = parts;
      if (parts.length > 3 || !parts.every((part) => SECRET.test(part))) return null;
      return state && nonce ? { state, nonce, verifier: verifier ?? null } : null;
    },
  };
}
