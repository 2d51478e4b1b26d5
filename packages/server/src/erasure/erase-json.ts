/**
 * How does JSON look without the identifier of a person?
 *
 * Pure. Each text, name, number and word that contains it becomes `"[redacted]"`; all other bytes stay as they came. Goes over
 * the tokens of the text and builds no objects. The caller has checked that the text is JSON.
 */
import { REDACTED } from "@posthorn/contract/redaction";
import type { Finder } from "./finder.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MASK = Buffer.from(JSON.stringify(REDACTED));
/** What stands between tokens: white space, and `,` `:` `[` `]` `{` `}`. */
const BETWEEN = new Set([0x09, 0x0a, 0x0d, 0x20, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d]);

export interface ErasedBytes {
  bytes: Buffer;
  /** How many tokens were replaced. */
  count: number;
}

export function eraseJson(json: Buffer, finder: Finder): ErasedBytes {
  const pieces: Buffer[] = [];
  let kept = 0;
  let count = 0;
  for (let at = 0; at < json.length;) {
    if (BETWEEN.has(json[at] ?? 0)) {
      at++;
      continue;
    }
    const end = json[at] === QUOTE ? afterText(json, at) : afterScalar(json, at);
    if (finder.isIn(valueOf(json, at, end))) {
      pieces.push(json.subarray(kept, at), MASK);
      kept = end;
      count++;
    }
    at = end;
  }
  if (count === 0) return { bytes: json, count };
  return { bytes: Buffer.concat([...pieces, json.subarray(kept)]), count };
}

function valueOf(json: Buffer, at: number, end: number): string {
  const token = json.toString("utf8", at, end);
  if (json[at] !== QUOTE || !token.includes("\\")) return token;
  // The token is a text in quotes, because the whole is JSON.
  return JSON.parse(token) as string;
}

function afterText(json: Buffer, at: number): number {
  for (let next = at + 1; next < json.length; next++) {
    if (json[next] === BACKSLASH) next++;
    else if (json[next] === QUOTE) return next + 1;
  }
  return json.length;
}

function afterScalar(json: Buffer, start: number): number {
  let at = start;
  while (at < json.length && !BETWEEN.has(json[at] ?? 0)) at++;
  return at;
}
