/**
 * Which API key does a request present?
 *
 * `Bearer <key>`, or `Basic` with the key as user and an empty password, which is what curl -u and the
 * CLI send.
 */

const BEARER = /^bearer +(\S+)$/i;
const BASIC = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i;

/** Returns null when the header contains no key. */
export function presentedKey(authorization: string): string | null {
  const bearer = BEARER.exec(authorization.trim())?.[1];
  if (bearer) return bearer;
  const basic = BASIC.exec(authorization.trim())?.[1];
  const [user, ...password] = Buffer.from(basic ?? "", "base64")
    .toString()
    .split(":");
  return user && password.length === 1 && password[0] === "" ? user : null;
}
