/**
 * How do the server and a child of the sandbox talk?
 *
 * In frames, each a list of texts: the length of the rest, the number of texts, the length of each, then their UTF-8.
 * The reader interprets nothing in a frame. So whatever a hostile child writes is a list of texts, or is no frame, and
 * then the server kills that child.
 */

const NUMBER_BYTES = 4;

/** We never write more texts than this into one frame. */
const TEXTS_MAX_COUNT = 1024;

export function encodeFrame(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const headBytes = NUMBER_BYTES * (1 + texts.length);
  const frameBytes = lengths.reduce((sum, length) => sum + length, headBytes);
  const frame = Buffer.allocUnsafe(NUMBER_BYTES + frameBytes);
  frame.writeUInt32LE(frameBytes, 0);
  frame.writeUInt32LE(texts.length, NUMBER_BYTES);
  let at = NUMBER_BYTES + headBytes;
  for (const [index, text] of texts.entries()) {
    frame.writeUInt32LE(lengths[index] ?? 0, NUMBER_BYTES * (2 + index));
    at += frame.write(text, at);
  }
  return frame;
}

/** Throws on bytes that cannot be a frame, and on a frame that is longer than `frameMaxBytes`. */
export function createFrameReader(frameMaxBytes: number, onFrame: (texts: string[]) => void) {
  let chunks: Buffer[] = [];
  let heldBytes = 0;
  let wantedBytes = NUMBER_BYTES;

  function takeHeld(): Buffer {
    const [first] = chunks;
    return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, heldBytes);
  }

  return (chunk: Buffer): void => {
    chunks.push(chunk);
    heldBytes += chunk.length;
    while (heldBytes >= wantedBytes) {
      const held = takeHeld();
      const frameBytes = held.readUInt32LE(0);
      if (frameBytes > frameMaxBytes) throw new Error(`A frame of ${frameBytes} bytes is too long`);
      wantedBytes = NUMBER_BYTES + frameBytes;
      const isWhole = held.length >= wantedBytes;
      if (isWhole) onFrame(textsIn(held.subarray(NUMBER_BYTES, wantedBytes)));
      const rest = isWhole ? held.subarray(wantedBytes) : held;
      chunks = [rest];
      heldBytes = rest.length;
      if (isWhole) wantedBytes = NUMBER_BYTES;
      else break;
    }
  };
}

function textsIn(frame: Buffer): string[] {
  const count = frame.length < NUMBER_BYTES ? Number.NaN : frame.readUInt32LE(0);
  const headBytes = NUMBER_BYTES * (1 + count);
  if (!(count <= TEXTS_MAX_COUNT) || headBytes > frame.length) throw new Error("A frame without a head");
  const texts: string[] = [];
  let at = headBytes;
  for (let index = 1; index <= count; index++) {
    const end = at + frame.readUInt32LE(NUMBER_BYTES * index);
    if (end > frame.length) throw new Error("A frame whose texts are longer than it");
    texts.push(frame.toString("utf8", at, end));
    at = end;
  }
  return texts;
}
