/**
 * Which command sends a first request to a source? One that can be pasted into any POSIX shell as it is.
 */
import { DEFAULT_ALLOWED_HTTP_METHODS, type Source } from "@posthorn/contract/sources";

const BODY = '{"hello":"world"}';

/** Inside single quotes nothing is special but the quote itself. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** POST where the source takes it, else the first method it does take; GET and HEAD carry no body. */
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
