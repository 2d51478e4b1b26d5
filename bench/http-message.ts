/**
 * Where does one HTTP/1.1 message end in the bytes read so far, and what does its head say?
 *
 * Load generator and sink share two cores with the product they measure. So they use raw sockets, and read no more of
 * a message than this. Messages without a content-length are an error, because a guessed end would give wrong counts.
 */

export interface Message {
  /** Everything up to the empty line, lower-cased. */
  head: string;
  /** Where the next message begins. */
  end: number;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** Returns null if the message is not complete yet. */
export function readMessage(bytes: Buffer, start: number): Message | null {
  const headEnd = bytes.indexOf(HEAD_END, start);
  if (headEnd < 0) return null;
  const head = bytes.toString("latin1", start, headEnd).toLowerCase();
  const length = headerOf(head, "content-length");
  if (length === null || !/^\d+$/.test(length)) {
    throw new Error(`Expected a message with a content-length, but read:\n${head}`);
  }
  const end = headEnd + HEAD_END.length + Number(length);
  return end <= bytes.length ? { head, end } : null;
}

/** `name` must be in lower case. */
export function headerOf(head: string, name: string): string | null {
  const label = `\r\n${name}:`;
  const at = head.indexOf(label);
  if (at < 0) return null;
  const lineEnd = head.indexOf("\r\n", at + label.length);
  return head.slice(at + label.length, lineEnd < 0 ? undefined : lineEnd).trim();
}

/** Reads the status from the head of an answer. */
export function statusOf(head: string): number {
  const status = Number(head.slice("http/1.1 ".length, "http/1.1 200".length));
  if (!Number.isInteger(status)) throw new Error(`Expected an HTTP status, but read:\n${head}`);
  return status;
}

/** Calls `take` with the head of every complete message. Keeps incomplete bytes, so use one reader per connection. */
export function createMessageReader(take: (head: string) => void): (chunk: Buffer) => void {
  let rest: Buffer | null = null;
  return (chunk) => {
    const bytes: Buffer = rest === null ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    while (start < bytes.length) {
      const message = readMessage(bytes, start);
      if (message === null) break;
      start = message.end;
      take(message.head);
    }
    rest = start < bytes.length ? bytes.subarray(start) : null;
  };
}
