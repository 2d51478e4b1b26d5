/**
 * Is this a request to publish, and to which source?
 *
 * A team's own programs send `POST /v1/publish` with a project's API key and name the source in a header. Headers
 * that are only for us, above all the key, are removed before anything is stored.
 */

export interface PublishTarget {
  /** The path after `/v1/publish`; `/` when there is none. */
  path: string;
  /** Raw, without the question mark; null when there is none. */
  query: string | null;
}

const PUBLISH = "/v1/publish";
const ID_HEADERS = ["x-posthorn-source-id", "x-hookdeck-source-id"];
const NAME_HEADERS = ["x-posthorn-source-name", "x-hookdeck-source-name"];
const OURS = new Set([...ID_HEADERS, ...NAME_HEADERS, "authorization"]);

export function publishTarget(url: string): PublishTarget | null {
  const queryAt = url.indexOf("?");
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  if (path !== PUBLISH && !path.startsWith(`${PUBLISH}/`)) return null;
  return { path: path.slice(PUBLISH.length) || "/", query: queryAt < 0 ? null : url.slice(queryAt + 1) };
}

/** An id takes precedence over a name. Returns null when neither is present. */
export function publishedTo(headers: readonly string[]): { id: string } | { name: string } | null {
  const id = firstOf(headers, ID_HEADERS);
  if (id !== null) return { id };
  const name = firstOf(headers, NAME_HEADERS);
  return name === null ? null : { name };
}

/** The headers that a destination may see. */
export function publishedHeaders(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? "";
    if (!OURS.has(name.toLowerCase())) kept.push(name, headers[at + 1] ?? "");
  }
  return kept;
}

function firstOf(headers: readonly string[], names: readonly string[]): string | null {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const value = headers[at + 1];
    if (value && names.includes((headers[at] ?? "").toLowerCase())) return value;
  }
  return null;
}
