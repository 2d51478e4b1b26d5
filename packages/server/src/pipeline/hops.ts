/**
 * How often has this request passed through us, and which request was the first?
 *
 * Every delivery carries both in one header, as in `3;req_…`, and ingest refuses requests that go in a circle. The
 * header belongs to us: a transformation cannot change it, and a destination's credentials cannot take its name. It
 * keeps our own name even if the project chose another prefix, because ingest looks for it before it knows the project.
 */
import { LOOP_MAX_HOPS } from "@posthorn/contract/limits";

export const HOPS_HEADER = "x-posthorn-hops";

export interface Hops {
  count: number;
  /** The public id of the first request; null if this is the first, or if the header does not say. */
  first: string | null;
}

const NO_HOPS: Hops = { count: 0, first: null };
const HOPS = /^(\d{1,3})(?:;(req_[0-9A-Za-z]{1,32}))?$/;

export function isLoop(headers: readonly string[]): boolean {
  return hopsOf(headers).count > LOOP_MAX_HOPS;
}

export function hopsOf(headers: readonly string[]): Hops {
  return readHops(hopsHeaderIn(headers));
}

/** A sender may write anything here. An unreadable header counts as none. */
function readHops(value: string | null): Hops {
  if (value === null) return NO_HOPS;
  const [, count, first] = HOPS.exec(value.trim()) ?? [];
  return count === undefined ? NO_HOPS : { count: Number(count), first: first ?? null };
}

/** The header of a delivery that this request caused. `received` is the header of the payload that is delivered. */
export function nextHops(received: string | null, request_id: string): string {
  if (received === null) return `1;${request_id}`;
  const { count, first } = readHops(received);
  return `${count + 1};${first ?? request_id}`;
}

/** Code may return any headers: it neither restarts the count nor invents one. Names in `made` are lower case. */
export function withHopsOf(original: readonly string[], made: Readonly<Record<string, string>>): string[] {
  const headers = Object.entries(made).flatMap(([name, value]) =>
    name === HOPS_HEADER ? [] : [name, value],
  );
  const value = hopsHeaderIn(original);
  if (value !== null) headers.push(HOPS_HEADER, value);
  return headers;
}

function hopsHeaderIn(headers: readonly string[]): string | null {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? "";
    if (name.length === HOPS_HEADER.length && name.toLowerCase() === HOPS_HEADER)
      return headers[at + 1] ?? "";
  }
  return null;
}
