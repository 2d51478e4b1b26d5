/**
 * Which curl command sends this request once more, byte for byte?
 *
 * Written for any POSIX shell. Three things are easy to get wrong: curl adds headers of its own (they are switched off
 * unless the request has them), a single argument may not exceed 128 KiB (a larger body goes through a pipe), and
 * after `-X HEAD` curl waits for a body that never comes.
 */
import { shellQuoted } from "../../resources/sources/curl-example.ts";

export interface CurlRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Linux allows 131,072 bytes in one argument; a character may take four. */
const ARGUMENT_MAX_CHARACTERS = 32_000;

/** Made by curl itself for each connection; the old value would be wrong. */
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
    // `Name;` is how curl is told to send a header without a value, and `Name:` how to send none.
    ...sent.map(([name, value]) => (value === "" ? `${name};` : `${name}: ${value}`)),
    ...[...ADDED_BY_CURL.filter((name) => !names.has(name)), "expect"].map((name) => `${name}:`),
  ].map((header) => `-H ${shellQuoted(header)}`);
}

/** `-I` is how curl is told not to expect a body, but it refuses to send one with it. */
function methodOption(method: string, hasBody: boolean): string {
  if (method !== "HEAD") return `-X ${method}`;
  return hasBody ? "-X HEAD --ignore-content-length" : "-I";
}

export function curlCommand({ method, url, headers, body }: CurlRequest): string {
  const isPiped = body.length > ARGUMENT_MAX_CHARACTERS;
  const bodyOptions = body === "" ? [] : [isPiped ? "--data-binary @-" : `--data-raw ${shellQuoted(body)}`];
  const options = [
    // Brackets, braces and dots of the URL are part of it.
    `curl --globoff --path-as-is ${methodOption(method, body !== "")} ${shellQuoted(url)}`,
    ...headerOptions(headers),
    ...bodyOptions,
  ];
  const command = options.join(" \\\n  ");
  return isPiped ? `printf '%s' ${shellQuoted(body)} | ${command}` : command;
}
