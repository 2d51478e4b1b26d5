/**
 * How do several processes of one machine share the limits of API keys?
 *
 * Each tells the others several times a second which keys it has counted calls of. A key may come above its limit by what
 * it calls in between, and its remaining calls do not jump with the process that answers.
 */
import { report } from "./order.ts";

const TELL_EVERY_MS = 200;

type Calls = ReadonlyMap<string, number>;

/** From a process to all others. */
export interface CountedCallsReport {
  calls: Calls;
}

export interface CountedByKey {
  countedHere: () => Calls;
  countedElsewhere: (calls: Calls) => void;
}

/** Returns how to stop it. */
export function shareCalls({ countedHere, countedElsewhere }: CountedByKey): () => void {
  const timer = setInterval(() => {
    const calls = countedHere();
    if (calls.size > 0) void report({ calls });
  }, TELL_EVERY_MS).unref();
  const hear = (message: unknown) => {
    if (isCalls(message)) countedElsewhere(message.calls);
  };
  process.on("message", hear);
  return () => {
    clearInterval(timer);
    process.off("message", hear);
  };
}

/** Only the supervisor and its processes are on the channel, so one field tells messages apart. */
export function isCalls(message: unknown): message is CountedCallsReport {
  return typeof message === "object" && message !== null && "calls" in message;
}
