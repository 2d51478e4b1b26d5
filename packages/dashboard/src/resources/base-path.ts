/**
 * Under which path does this installation run? The server writes it into the page's `<base>`.
 *
 * Every request to our own server goes through `ownUrl`, so the same build also works under a sub-path.
 */

/** `""` at the root, `/hooks` under a path; never with a slash at the end. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/[^/]*$/, "");

/** `/auth/sign-out` → the address on this server. */
export function ownUrl(path: `/${string}`): string {
  return basePath + path;
}
