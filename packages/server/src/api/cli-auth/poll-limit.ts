/**
 * Does a CLI poll its login too often?
 *
 * Polls are counted per login and per address, so that neither an impatient program nor an attacker who guesses
 * keys keeps the database busy. Published clients wait longer after a 429.
 */
import { createHash } from "node:crypto";
import { CLI_POLLS_PER_ADDRESS_AND_MINUTE, CLI_POLLS_PER_MINUTE } from "@posthorn/contract/limits";
import { throttledAddress } from "../../access/client-address.ts";
import { ApiError } from "../api-error.ts";
import { createRateLimit } from "../rate-limit.ts";

export type CountPoll = (address: string, key: string) => void;

/** The returned function throws when the poll exceeds a limit. `now` is monotonic, in milliseconds. */
export function createPollLimit(now: () => number = () => performance.now()): CountPoll {
  const byAddress = createRateLimit(CLI_POLLS_PER_ADDRESS_AND_MINUTE, now);
  const byKey = createRateLimit(CLI_POLLS_PER_MINUTE, now);
  return (address, key) => {
    // Memory holds only a digest of the key: a fixed length, whatever the caller sent.
    const name = createHash("sha256").update(key).digest("base64");
    const counted = [
      byAddress.take({ id: throttledAddress(address), rate_limit: null }),
      byKey.take({ id: name, rate_limit: null }),
    ];
    const exceeded = counted.filter(({ isExceeded }) => isExceeded).map(({ resetMs }) => resetMs);
    if (exceeded.length === 0) return;
    const retryAfterSeconds = Math.ceil(Math.max(...exceeded) / 1000);
    throw new ApiError("TOO_MANY_REQUESTS", { address }, { retryAfterSeconds });
  };
}
