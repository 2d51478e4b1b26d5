/**
 * Does a CLI ask too often whether its login was claimed?
 *
 * Counted per login and per address, so that neither one impatient program nor somebody who tries keys
 * keeps the database busy. Shipped clients wait longer when they are told.
 */
import { createHash } from "node:crypto";
import { CLI_POLLS_PER_ADDRESS_AND_MINUTE, CLI_POLLS_PER_MINUTE } from "@posthorn/contract/limits";
import { throttledAddress } from "../../access/client-address.ts";
import { ApiError } from "../api-error.ts";
import { createRateLimit } from "../rate-limit.ts";

export type CountPoll = (address: string, key: string) => void;

/** The returned function throws when it is one too many. `now` is monotonic, in milliseconds. */
export function createPollLimit(now: () => number = () => performance.now()): CountPoll {
  const byAddress = createRateLimit(CLI_POLLS_PER_ADDRESS_AND_MINUTE, now);
  const byKey = createRateLimit(CLI_POLLS_PER_MINUTE, now);
  return (address, key) => {
    // Only a digest is kept in memory, and nothing that a caller chose the length of.
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
