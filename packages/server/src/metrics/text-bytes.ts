/**
 * How are the characters of a long text read one by one?
 *
 * As bytes, which are quicker to read than characters. A chart has megabytes of text. If each became a buffer of its own,
 * the garbage collector would run after every few charts, and those would take twice as long. So the texts of one reader
 * share one buffer.
 */

/** A buffer for a longer text is not kept. */
const KEPT_BYTES = 2 ** 20;

/** Reads texts without characters above 255, one after the other: the bytes of one are gone with the next. */
export class TextBytes {
  #kept = Buffer.allocUnsafe(0);

  of(text: string): Buffer {
    const room = this.#roomFor(text.length);
    return room.subarray(0, room.write(text, "latin1"));
  }

  #roomFor(length: number): Buffer {
    if (length <= this.#kept.length) return this.#kept;
    const room = Buffer.allocUnsafe(Math.min(2 * length, Math.max(length, KEPT_BYTES)));
    if (room.length <= KEPT_BYTES) this.#kept = room;
    return room;
  }
}
