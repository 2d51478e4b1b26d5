/**
 * Which command sends a first request to a source? It works in any POSIX shell without changes.
 */
import { DEFAULT_ALLOWED_HTTP_METHODS, type Source } from "@posthorn/contract/sources";

const BODY = '{"hello":"world"}';

/** Inside single quotes, only the single quote itself is special. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Uses POST if the source allows it, otherwise the first allowed method. GET and HEAD have no body. */
export function curlExample({ url, config }: Pick<Source, "url" | "config">): string {
  const methods: readonly string[] = config.allowed_http_methods ?? DEFAULT_ALLOWED_HTTP_METHODS;
  const method = methods.includes("POST") ? "POST" : (methods[0] ?? "POST");
  if (method === "GET") return `curl ${shellQuoted(url)}`;
  if (method === "HEAD") return `curl -I ${shellQuoted(url)}`;
  return [
    `curl -X ${method} ${shellQuoted(url)}`,
    `  -H ${shellQuoted("Content-Type: application/json")}`,
    `  -d ${shellQuoted(BODY)}`,
  ].join(" \\\n");
}
