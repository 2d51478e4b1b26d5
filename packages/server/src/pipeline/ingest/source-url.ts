/** Which source does this request target name, and which path and query did the sender add? */

export interface SourceTarget {
  token: string;
  /** `/` when there is none. */
  path: string;
  /** Raw, without the question mark; null when there is none. */
  query: string | null;
}

/** We hand out `/e/{token}/…`; senders that moved to us may still call `/{token}/…`. */
export function sourceTarget(url: string): SourceTarget | null {
  const queryAt = url.indexOf("?");
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  const start = path.startsWith("/e/") ? 3 : 1;
  const end = path.indexOf("/", start);
  const token = end < 0 ? path.slice(start) : path.slice(start, end);
  if (!path.startsWith("/") || token === "") return null;
  return { token, path: end < 0 ? "/" : path.slice(end), query: queryAt < 0 ? null : url.slice(queryAt + 1) };
}
