/** What may a verifier look at? The request as it came, and nothing that could change before a retry. */

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
  /** When the request came. A verifier must use this, not the clock: the request may be checked again later. */
  receivedAtMs: number;
}

/** Every value of a header, in the order they came. `name` is in lower case. */
export function headerValues(headers: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const given = headers[at] ?? "";
    // Nearly all names have another length, which is cheaper to see.
    if (given.length === name.length && given.toLowerCase() === name) values.push(headers[at + 1] ?? "");
  }
  return values;
}

/** Node gives headers as text in which each character is one byte. */
export function headerBytes(value: string): Buffer {
  return Buffer.from(value, "latin1");
}
