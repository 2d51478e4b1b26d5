/**
 * When does a process that ended run again, and what does the log say about its end?
 *
 * The first restart follows at once. A process that ends again and again waits longer each time, so that a process that
 * cannot run does not take the cores from those that can. Pure: the supervisor measures and waits.
 */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 30_000;
/** A process that ran for so long can run: its next end counts as the first. */
const IS_WELL_AFTER_MS = 60_000;
/** From here on a person should look. */
const OFTEN = 3;

export interface End {
  code: number | null;
  signal: string | null;
  /** Why it could not start, as it said itself. */
  failure: string | null;
}

export interface Restart {
  /** Ends in a row, this one too. */
  ends: number;
  waitMs: number;
  isOften: boolean;
}

/** `chance` is in [0, 1): processes that ended together do not all start at the same moment. */
export function nextRestart(endsBefore: number, ranMs: number, chance: number): Restart {
  const ends = ranMs >= IS_WELL_AFTER_MS ? 1 : endsBefore + 1;
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (ends - 1), LONGEST_WAIT_MS);
  return { ends, waitMs: Math.round(waitMs * (1 + chance / 4)), isOften: ends >= OFTEN };
}

export function whyEnded({ code, signal, failure }: End): string {
  if (failure !== null) return failure;
  switch (signal) {
    case null:
      return code === 0
        ? "It was asked to stop."
        : `It ended by itself with code ${code}. Its last lines say why.`;
    case "SIGKILL":
      return "It was killed (SIGKILL): by a person, or by the system because memory was short.";
    case "SIGABRT":
      return "It crashed (SIGABRT), as Node.js does when its memory is used up. Its last lines say why.";
    default:
      return `It was ended by ${signal}.`;
  }
}
