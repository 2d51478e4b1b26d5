/**
 * How does a browser say which session it has?
 *
 * In a cookie that better-auth writes: the session's token and its HMAC, so that a token read from the
 * database is useless. The browser keeps the cookie longer than the session lasts. Only the database decides
 * when a session ends, and use prolongs it (store/sessions.ts). The cookie opens nothing outside the dashboard's
 * origin: it is no key, and ingest removes it from requests (contract/cookies.ts).
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { cookieNamePrefix } from "@posthorn/contract/cookies";

/** The longest lifetime that browsers accept. */
export const COOKIE_LIFETIME_SECONDS = 400 * 24 * 60 * 60;

export function isSecure(publicUrl: string): boolean {
  return new URL(publicUrl).protocol === "https:";
}

export function sessionCookieName(publicUrl: string): string {
  return `${cookieNamePrefix(isSecure(publicUrl))}.session_token`;
}

/**
 * How better-auth names and marks its cookies.
 *
 * Strict: pages of other sites cannot make the browser send the cookie, not even with a link. Links in mail still open
 * the dashboard signed in, because its pages load without the cookie, and then their own calls carry it.
 */
export function cookieSettings(publicUrl: string) {
  return {
    cookiePrefix: cookieNamePrefix(isSecure(publicUrl)),
    useSecureCookies: false, // would put `__Secure-` before the prefix
    defaultCookieAttributes: {
      secure: isSecure(publicUrl),
      httpOnly: true,
      sameSite: "strict",
      path: "/", // `__Host-` requires it
    },
  } as const;
}

/** The token in the cookie; null when there is none, or its signature is not ours. */
export function sessionToken(cookieHeader: string | undefined, name: string, secret: string): string | null {
  const signed = cookieValue(cookieHeader ?? "", name);
  const dot = signed?.lastIndexOf(".") ?? -1;
  if (!signed || dot < 1) return null;
  const token = signed.slice(0, dot);
  const expected = createHmac("sha256", secret).update(token).digest();
  const given = Buffer.from(signed.slice(dot + 1), "base64");
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

export function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(equals + 1).trim());
    } catch {
      return null; // a broken escape: we did not write this cookie
    }
  }
  return null;
}

/** Leaves other cookies unchanged, and one that is being deleted (Max-Age=0). */
export function keptBeyondSession(setCookie: string): string {
  if (!/^[^=;]*\.session_token=/.test(setCookie)) return setCookie;
  return setCookie.replace(/\bMax-Age=[1-9]\d*/i, `Max-Age=${COOKIE_LIFETIME_SECONDS}`);
}

/** The Set-Cookie headers of a reply of better-auth. */
export function cookiesOf({ headers }: Response): string[] {
  return headers.getSetCookie().map(keptBeyondSession);
}

/** The header without this cookie; empty if nothing is left. */
export function withoutCookie(header: string | undefined, name: string): string {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.split("=", 1)[0] !== name).join("; ");
}
