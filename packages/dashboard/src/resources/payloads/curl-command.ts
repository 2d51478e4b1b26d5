/**
 * Which curl command sends this request once more, byte for byte?
 *
 * For any POSIX shell. Three things are easy to get wrong. curl adds headers of its own, so we switch off those that
 * the request does not have. One argument may not exceed 128 KiB, so a larger body goes through a pipe. After
 * `-X HEAD`, curl waits for a body that never comes.
 */
import { shellQuoted } from "../sources/curl-example.ts";

export interface CurlRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Linux allows 131,072 bytes in one argument, and a character may take four. */
const ARGUMENT_MAX_CHARACTERS = 32_000;

/** curl sets these itself for each connection; the old values would be wrong. */
const LEFT_OUT = new Set([
  "host",
  "content-length",
  "connection",
  "transfer-encoding",
  "keep-alive",
  "expect",
]);
const ADDED_BY_CURL = ["accept", "user-agent", "content-type"];

function headerOptions(headers: CurlRequest["headers"]): string[] {
  const sent = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  const names = new Set(sent.map(([name]) => name.toLowerCase()));
  return [
    // `Name;` makes curl send the header without a value; `Name:` makes it send no such header.
    ...sent.map(([name, value]) => (value === "" ? `${name};` : `${name}: ${value}`)),
    ...[...ADDED_BY_CURL.filter((name) => !names.has(name)), "expect"].map((name) => `${name}:`),
  ].map((header) => `-H ${shellQuoted(header)}`);
}

/** With `-I` curl expects no body in the answer, but then it refuses to send one. */
function methodOption(method: string, hasBody: boolean): string {
  if (method !== "HEAD") return `-X ${method}`;
  return hasBody ? "-X HEAD --ignore-content-length" : "-I";
}

export function curlCommand({ method, url, headers, body }: CurlRequest): string {
  const isPiped = body.length > ARGUMENT_MAX_CHARACTERS;
  const bodyOptions = body === "" ? [] : [isPiped ? "--data-binary @-" : `--data-raw ${shellQuoted(body)}`];
  const options = [
    // The options keep curl from interpreting brackets, braces and dots in the URL.
    `curl --globoff --path-as-is ${methodOption(method, body !== "")} ${shellQuoted(url)}`,
    ...headerOptions(headers),
    ...bodyOptions,
  ];
  const command = options.join(" \\\n  ");
  return isPiped ? `printf '%s' ${shellQuoted(body)} | ${command}` : command;
}
