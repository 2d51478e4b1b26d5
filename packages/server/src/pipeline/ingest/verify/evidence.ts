/** What may a verifier look at? The request as it came, and nothing that changes between two looks. */

export interface Evidence {
  method: string;
  /** What came after the source's token; begins with a slash. */
  path: string;
  /** Raw, without the question mark. */
  query: string | null;
  /** The address that the sender used, as far as we know it: some schemes sign it. */
  url: string;
  /** Names and values in turn, as they came. */
  headers: readonly string[];
  body: Uint8Array;
  /** When it came. The clock of a later look is none of a verifier's business. */
  receivedAtMs: number;
}

/** Every value of a header, in the order they came. `name` is in lower case. */
export function headerValues(headers: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() === name) values.push(headers[at + 1] ?? "");
  }
  return values;
}

/** HTTP has bytes where JavaScript has text: each character of a header is one byte. */
export function headerBytes(value: string): Buffer {
  return Buffer.from(value, "latin1");
}
