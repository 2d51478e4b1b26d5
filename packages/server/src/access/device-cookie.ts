/**
 * Has this person signed in with this browser before?
 *
 * A successful sign-in leaves a signed cookie, for this account alone. It proves nothing but that, and opens nothing: it
 * only makes wrong passwords that strangers type no matter of this browser (store/login-failures.ts). The browser sends
 * it to /auth only, so that no source URL receives it.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { cookieNamePrefix } from "@posthorn/contract/cookies";
import { COOKIE_LIFETIME_SECONDS, cookieValue, isSecure } from "./session-cookie.ts";

/** Without `__Host-`, which would require all paths. */
const DEVICE_COOKIE = `${cookieNamePrefix(false)}.device`;
const ID_BYTES = 16;

export interface DeviceCookie {
  /** The device of this cookie header; null if it is not known for this account. */
  deviceOf: (cookieHeader: string | undefined, email: string) => string | null;
  /** A Set-Cookie that makes this device known for this account. Null: a new device. */
  remember: (device: string | null, email: string) => string;
}

export function createDeviceCookie(publicUrl: string, secret: string): DeviceCookie {
  const path = `${new URL(publicUrl).pathname.replace(/\/$/, "")}/auth`;
  const attributes = `Path=${path}; Max-Age=${COOKIE_LIFETIME_SECONDS}; HttpOnly; SameSite=Strict`;
  const signature = (device: string, email: string) =>
    createHmac("sha256", secret).update(`${device} ${email}`).digest();

  return {
    deviceOf(cookieHeader, email) {
      const [device, signed] = cookieValue(cookieHeader ?? "", DEVICE_COOKIE)?.split(".") ?? [];
      if (!device || !signed) return null;
      const given = Buffer.from(signed, "base64url");
      const expected = signature(device, email);
      return given.length === expected.length && timingSafeEqual(given, expected) ? device : null;
    },
    remember(known, email) {
      const device = known ?? randomBytes(ID_BYTES).toString("base64url");
      const value = `${device}.${signature(device, email).toString("base64url")}`;
      return `${DEVICE_COOKIE}=${value}; ${attributes}${isSecure(publicUrl) ? "; Secure" : ""}`;
    },
  };
}
