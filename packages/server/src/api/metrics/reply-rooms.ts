/**
 * Where is a long reply written?
 *
 * Into a buffer that an earlier reply has left. A chart has almost two megabytes. If each had a new buffer, the garbage
 * collector would go through the whole heap after every few charts, and those would wait for it.
 */

/** A shorter one is not worth keeping. */
const SHORTEST_KEPT_BYTES = 256 * 1024;
const LONGEST_KEPT_BYTES = 4 * 1024 * 1024;
const KEPT_MAX_COUNT = 2;

const kept: Buffer[] = [];

/** A buffer with at least so many bytes. What is in it is left over from others. */
export function takeRoom(bytes: number): Buffer {
  const at = kept.findIndex(({ length }) => length >= bytes);
  if (at !== -1 && bytes >= SHORTEST_KEPT_BYTES) return kept.splice(at, 1)[0] ?? Buffer.allocUnsafe(bytes);
  return Buffer.allocUnsafe(bytes);
}

/** Nobody reads or writes the buffer any more. */
export function leaveRoom(room: Buffer): void {
  if (room.length < SHORTEST_KEPT_BYTES || room.length > LONGEST_KEPT_BYTES) return;
  kept.push(room);
  if (kept.length > KEPT_MAX_COUNT) kept.shift();
}
