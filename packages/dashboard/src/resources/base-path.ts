/**
 * Below which path does this installation live? The server writes it into the page's `<base>`.
 *
 * Every request to our own server goes through `ownUrl`, so the dashboard works behind a sub-path unchanged.
 */

/** `""` at the root, `/hooks` below a path; never with a slash at its end. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/[^/]*$/, "");

/** `/auth/sign-out` → the address on this server. */
export function ownUrl(path: `/${string}`): string {
  return basePath + path;
}
