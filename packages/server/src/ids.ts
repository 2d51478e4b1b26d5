/**
 * Where do new ids come from?
 *
 * UUIDv7: 48 bits of time, then random bits. Within one process ids never go backwards, not even when the clock does,
 * because take-over and paging rely on their order. A request id ends in two zero bytes; the ids of its events have
 * their number there (see store/migrations/0004-pipeline.sql).
 */
import { randomFillSync } from "node:crypto";
import { uuidBytes, uuidText } from "@posthorn/contract/ids";

const pool = Buffer.alloc(4096);
let poolAt = pool.length;
let lastMs = 0;
let counter = 0;

/** The next id. `rand_a` counts within a millisecond, so ids are in order there, too. */
export function newIdBytes(nowMs: number = Date.now()): Buffer {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = 0;
  } else if (++counter > 0xfff) {
    lastMs++;
    counter = 0;
  }
  if (poolAt + 8 > pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  const id = Buffer.allocUnsafe(16);
  id.writeUIntBE(lastMs, 0, 6);
  id.writeUInt16BE(0x7000 | counter, 6);
  pool.copy(id, 8, poolAt, poolAt + 8);
  poolAt += 8;
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80;
  return id;
}

export function newId(): string {
  return uuidText(newIdBytes());
}

/** Returns whether an id can be one of ours, by its form alone. */
export function isVersion7(id: string): boolean {
  return id[14] === "7" && "89ab".includes(id[19] ?? "-");
}

/** The id of something that happened at a moment in the past. It has the order of its moment, and none within a millisecond. */
export function pastIdBytes(atMs: number): Buffer {
  const id = newIdBytes();
  id.writeUIntBE(Math.trunc(atMs), 0, 6);
  return id;
}

/** A request id leaves room for the numbers of its events. */
export function newRequestIdBytes(): Buffer {
  const id = newIdBytes();
  id.writeUInt16BE(0, 14);
  return id;
}

/** `ordinal` counts from 1 within the request. */
export function eventIdBytes(requestId: Uint8Array, ordinal: number): Buffer {
  const id = Buffer.from(requestId);
  id.writeUInt16BE(ordinal, 14);
  return id;
}

export function requestIdOfEvent(eventId: string): string {
  return `${eventId.slice(0, 32)}0000`;
}

/** The ids of a request's events are greater than `above`, up to and including `upTo`. */
export function eventIdRange(requestId: string): { above: string; upTo: string } {
  return { above: requestId, upTo: `${requestId.slice(0, 32)}ffff` };
}

/** The creation time in an id. */
export function createdAt(id: string): string {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();
}

/** The smallest possible id at or after `atMs`: turns a date into a bound on ids. */
export function firstIdAt(atMs: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.min(Math.max(Math.trunc(atMs), 0), 2 ** 48 - 1), 0, 6);
  return uuidText(bytes);
}

export { uuidBytes, uuidText };
