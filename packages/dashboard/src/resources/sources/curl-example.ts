/**
 * Which command sends a first request to a source? It works in any POSIX shell without changes.
 */
import { DEFAULT_ALLOWED_HTTP_METHODS, type Source } from "@posthorn/contract/sources";

const BODY = '{"hello":"world"}';

/** Inside single quotes, only the single quote itself is special. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** What a command needs to prove the sender. */
export interface CurlProof {
  /** The line that makes the proof from `$BODY`, if it depends on the body. */
  signing?: string;
  /** The option of curl that shows the proof. */
  option: string;
}

/** Uses POST if the source allows it, otherwise the first allowed method. GET and HEAD have no body. */
export function curlExample({ url, config }: Pick<Source, "url" | "config">, proof?: CurlProof): string {
  const methods: readonly string[] = config.allowed_http_methods ?? DEFAULT_ALLOWED_HTTP_METHODS;
  const method = methods.includes("POST") ? "POST" : (methods[0] ?? "POST");
  const hasBody = method !== "GET" && method !== "HEAD";
  const start = method === "GET" ? "curl" : method === "HEAD" ? "curl -I" : `curl -X ${method}`;
  const signing = proof?.signing;
  const command = [
    `${start} ${shellQuoted(url)}`,
    ...(hasBody ? [`  -H ${shellQuoted("Content-Type: application/json")}`] : []),
    ...(proof ? [`  ${proof.option}`] : []),
    ...(hasBody ? [`  -d ${signing === undefined ? shellQuoted(BODY) : '"$BODY"'}`] : []),
  ].join(" \\\n");
  if (signing === undefined) return command;
  return [`BODY=${shellQuoted(hasBody ? BODY : "")}`, signing, command].join("\n");
}
