/**
 * What are our own cookies called?
 *
 * Cookies ignore ports: a browser sends the cookies of the dashboard to source URLs on the same host too. So two sides
 * need the names: access sets the cookies, and ingest removes them from requests. Every cookie that Posthorn sets must
 * have a name of this form. The pattern also knows the forms of earlier versions and of other settings, because a
 * browser keeps a cookie for as long as 400 days.
 */

const PREFIX = "posthorn";

/** Every name of ours contains this text. It is the quick test: a header without it has no cookie of ours. */
export const OWN_COOKIE_MARK = `${PREFIX}.`;

/** Browsers accept a name with `__Host-` only over https, for one host and all its paths. */
export function cookieNamePrefix(isSecure: boolean): string {
  return `${isSecure ? "__Host-" : ""}${PREFIX}`;
}

export function isOwnCookie(name: string): boolean {
  return name.replace(/^__(?:Host|Secure)-/, "").startsWith(OWN_COOKIE_MARK);
}
