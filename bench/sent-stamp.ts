/**
 * When was a request sent? The request itself carries the time.
 *
 * The generator writes the time into a header, gateway and relay pass it on, and the sink subtracts it from its own
 * time. That works across processes, because they all read the same monotonic clock of the machine.
 */

export const SENT_HEADER = "x-bench-sent-at";
/** Microseconds since boot fit into 16 digits for three centuries. A fixed width can be overwritten in place. */
const STAMP_DIGITS = 16;

export const EMPTY_STAMP = "0".repeat(STAMP_DIGITS);

export function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

export function writeStamp(request: Buffer, at: number, sentAtUs: number): void {
  request.write(sentAtUs.toString().padStart(STAMP_DIGITS, "0"), at, "latin1");
}
