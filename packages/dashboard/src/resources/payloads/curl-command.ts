/**
 * Which curl command sends this request once more, byte for byte?
 *
 * For any POSIX shell. Four things are easy to get wrong. curl adds headers of its own, so we switch off those that
 * the request does not have. One argument may not exceed 128 KiB, so a larger body goes through a pipe. A body that is
 * not text goes there as base64, and a header that is not ASCII as the bytes that it had. After `-X HEAD`, curl waits
 * for a body that never comes.
 */
import { shellQuoted } from "../sources/curl-example.ts";

export interface CurlRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Bytes, if the body is not text. */
  body: string | Uint8Array;
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
  ].map((header) => `-H ${headerArgument(header)}`);
}

/** HTTP has one byte for each of these characters, a terminal mostly two. */
const BEYOND_ASCII = /[\u0080-\u00ff]/;

function headerArgument(header: string): string {
  if (!BEYOND_ASCII.test(header)) return shellQuoted(header);
  const format = header
    .replaceAll("\\", String.raw`\\`)
    .replaceAll("%", "%%")
    .replaceAll(new RegExp(BEYOND_ASCII, "g"), (byte) => `\\${byte.charCodeAt(0).toString(8)}`);
  return `"$(printf ${shellQuoted(format)})"`;
}

/** With `-I` curl expects no body in the answer, but then it refuses to send one. */
function methodOption(method: string, hasBody: boolean): string {
  if (method !== "HEAD") return `-X ${method}`;
  return hasBody ? "-X HEAD --ignore-content-length" : "-I";
}

/** What writes the body to curl's input, and how curl takes it. A shell can hold no null character. */
function bodyOptions(body: CurlRequest["body"]): { pipe: string; option: string | null } {
  if (body.length === 0) return { pipe: "", option: null };
  const option = "--data-binary @-";
  if (typeof body !== "string") return { pipe: `printf '%s' ${base64Of(body)} | base64 -d | `, option };
  if (body.includes("\0")) return bodyOptions(new TextEncoder().encode(body));
  if (body.length > ARGUMENT_MAX_CHARACTERS) return { pipe: `printf '%s' ${shellQuoted(body)} | `, option };
  return { pipe: "", option: `--data-raw ${shellQuoted(body)}` };
}

/** `fromCharCode` takes a limited number of arguments. */
const PIECE_BYTES = 0x8000;

function base64Of(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES));
  return btoa(binary);
}

export function curlCommand({ method, url, headers, body }: CurlRequest): string {
  const { pipe, option } = bodyOptions(body);
  const options = [
    // The options keep curl from interpreting brackets, braces and dots in the URL.
    `curl --globoff --path-as-is ${methodOption(method, option !== null)} ${shellQuoted(url)}`,
    ...headerOptions(headers),
    ...(option === null ? [] : [option]),
  ];
  return pipe + options.join(" \\\n  ");
}
