/**
 * How does a section of the search index come about?
 *
 * It takes payloads in the order of their requests, collects the keys of a block, and turns them into the stored form: for
 * each key the bits of all blocks. Pure: workers/search-indexing.ts reads and writes.
 */
import { LARGE_PAYLOAD_BYTES } from "@posthorn/contract/limits";
import { uuidBytes } from "../ids.ts";
import { FLAGS, KEYS, mark, markGrams } from "./gram-keys.ts";

/** A block is full with this many bytes of payloads: as many bytes as a block has bits. */
const BLOCK_BYTES = KEYS;
const SECTION_BLOCKS = 128;

export interface IndexedPayload {
  path: string;
  query: string | null;
  headers: string;
  body: Buffer | null;
}

export interface WrittenSection {
  /** The last id that the section covers. */
  up_to: string;
  ends: Buffer;
  bits: Buffer;
}

export interface SectionWriter {
  isFull: () => boolean;
  add: (payload: IndexedPayload) => void;
  /** Call after all payloads of a request: blocks end there. `upTo` is the last id that belongs to the request. */
  endRequest: (upTo: string) => void;
  /** Null if no request was added. */
  finish: () => WrittenSection | null;
}

const ESCAPE = Buffer.from(String.raw`\u00`);
const PERCENT = 0x25;

/** Whether the body may write plain letters in another way: see `maybeInBody` in store/filters/payload-filters.ts. */
function isWrittenOtherwise({ headers, body }: IndexedPayload): boolean {
  if (body === null) return false;
  return (
    body.includes(ESCAPE) ||
    /content-encoding/i.test(headers) ||
    (body.includes(PERCENT) && /form-urlencoded/i.test(headers))
  );
}

/** With `isOpenEnded` the last block takes all that is left: for a range whose end is given. */
export function createSectionWriter({ isOpenEnded = false, blockBytes = BLOCK_BYTES } = {}): SectionWriter {
  /** One for every eight blocks. The place of a key has a bit for each of these blocks. */
  const eights: Uint8Array[] = [];
  const ends: string[] = [];
  let bytesInBlock = 0;
  let lastUpTo: string | null = null;

  function endBlock(upTo: string): void {
    ends.push(upTo);
    bytesInBlock = 0;
    lastUpTo = null;
  }

  /** The keys of the block that is being filled, and its bit there. */
  function filling(): { seen: Uint8Array; bit: number } {
    const seen = (eights[ends.length >> 3] ??= new Uint8Array(KEYS));
    return { seen, bit: 1 << (ends.length & 7) };
  }

  return {
    isFull: () => ends.length === SECTION_BLOCKS,
    add(payload) {
      const { path, query, headers, body } = payload;
      if (body !== null && body.length > LARGE_PAYLOAD_BYTES) return; // no search finds it
      const { seen, bit } = filling();
      for (const part of [path, query, headers, body]) {
        if (part === null) continue;
        const bytes = typeof part === "string" ? Buffer.from(part) : part;
        markGrams(bytes, seen, bit);
        bytesInBlock += bytes.length;
      }
      if (query?.includes("%")) mark(seen, FLAGS.encodedQuery, bit);
      if (isWrittenOtherwise(payload)) mark(seen, FLAGS.writtenOtherwise, bit);
    },
    endRequest(upTo) {
      lastUpTo = upTo;
      const isLast = ends.length === SECTION_BLOCKS - 1;
      if (bytesInBlock >= blockBytes && !(isOpenEnded && isLast)) endBlock(upTo);
    },
    finish() {
      if (lastUpTo !== null) endBlock(lastUpTo);
      const up_to = ends.at(-1);
      if (up_to === undefined) return null;
      const width = Math.ceil(ends.length / 8);
      const bits = Buffer.alloc(KEYS * width);
      for (const [at, eight] of eights.slice(0, width).entries()) {
        for (let key = 0; key < KEYS; key++) bits[key * width + at] = eight[key] ?? 0;
      }
      return { up_to, ends: Buffer.concat(ends.map((id) => uuidBytes(id))), bits };
    },
  };
}
