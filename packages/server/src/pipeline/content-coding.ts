/**
 * Is a body compressed, and what is in it?
 *
 * Posthorn stores and delivers a body as it came. Rules, searches and screens look at the decoded content. A sender
 * decides what decoding costs, so it runs outside the event loop and ends at a limit. A body that is broken, expands
 * beyond the limit or has a coding that we do not know has no content other than its bytes.
 */
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, deflate, gunzip, gzip, inflate } from "node:zlib";
import { LARGE_PAYLOAD_BYTES } from "@posthorn/contract/limits";

const HEADER = "content-encoding";

type Decode = (body: Uint8Array, options: { maxOutputLength: number; chunkSize: number }) => Promise<Buffer>;

const DECODERS = new Map<string, Decode>([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

type Encode = (body: Uint8Array) => Promise<Buffer>;

const ENCODERS = new Map<string, Encode>([
  ["gzip", promisify<Uint8Array, Buffer>(gzip)],
  ["x-gzip", promisify<Uint8Array, Buffer>(gzip)],
  ["deflate", promisify<Uint8Array, Buffer>(deflate)],
  ["br", promisify<Uint8Array, Buffer>(brotliCompress)],
]);

/** Beyond this size a payload counts as large, and searches skip it as well. */
const LIMITS = { maxOutputLength: LARGE_PAYLOAD_BYTES, chunkSize: 64 * 1024 };

/** `headers` are names and values in turn. Returns null if the body is as its content type says. */
export function contentCoding(headers: readonly string[]): string | null {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? "";
    if (name.length !== HEADER.length || name.toLowerCase() !== HEADER) continue;
    const coding = (headers[at + 1] ?? "").trim().toLowerCase();
    return coding === "" || coding === "identity" ? null : coding;
  }
  return null;
}

/** Returns null if the body has no coding, or cannot be decoded. Never rejects. */
export async function decodedBody(
  headers: readonly string[],
  body: Uint8Array | null,
): Promise<Buffer | null> {
  const decode = body && body.length > 0 ? DECODERS.get(contentCoding(headers) ?? "") : undefined;
  if (!body || !decode) return null;
  try {
    return await decode(body, LIMITS);
  } catch {
    return null; // broken, or larger than the limit
  }
}

/** Codes a content as the headers say. It may have been decoded by them, so the coding is one that we know. */
export async function encodedBody(headers: readonly string[], content: Uint8Array): Promise<Uint8Array> {
  return (await ENCODERS.get(contentCoding(headers) ?? "")?.(content)) ?? content;
}
