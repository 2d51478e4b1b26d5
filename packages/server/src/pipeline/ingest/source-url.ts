/** Which source does this request target name, and which path and query did the sender add? */

export interface SourceTarget {
  token: string;
  /** `/` when there is none. */
  path: string;
  /** Raw, without the question mark; null when there is none. */
  query: string | null;
}

/**
 * The address that the sender of a stored request used, as far as we know it: whether a bare URL ended in a slash, and
 * whether `/e` was left out, is not stored.
 */
export function addressOf(sourceUrl: string, { path, query }: Pick<SourceTarget, "path" | "query">): string {
  return sourceUrl + (path === "/" ? "" : path) + (query === null ? "" : `?${query}`);
}

/** `/e/{token}/…` is what we hand out; `/{token}/…` is what moved senders may still call. */
export function sourceTarget(url: string): SourceTarget | null {
  const queryAt = url.indexOf("?");
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  const start = path.startsWith("/e/") ? 3 : 1;
  const end = path.indexOf("/", start);
  const token = end < 0 ? path.slice(start) : path.slice(start, end);
  if (!path.startsWith("/") || token === "") return null;
  return { token, path: end < 0 ? "/" : path.slice(end), query: queryAt < 0 ? null : url.slice(queryAt + 1) };
}
