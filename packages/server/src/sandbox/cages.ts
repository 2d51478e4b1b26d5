/**
 * Through which cage is the next child started?
 *
 * The strictest that this machine allows. A failed start mostly says nothing about the cage: the machine may be short
 * of processes, memory or files for a moment, and then the same cage is tried again. The next weaker cage is used only
 * if the cage's own programs refuse, or if starts keep failing for an unknown reason. That is not forever: after a
 * while the strictest is tried again. `sandbox.ts` asks; time comes in as an argument.
 */
import type { Death } from "./caged-child.ts";

export interface Cage {
  /** For the log: what a child cannot do, beside what Node's permissions forbid in every cage. */
  name: string;
  /** The command that starts the child. */
  command: readonly string[];
}

/**
 * The strictest comes first. The child's own network is empty. The signal ends a child when the server dies, even while
 * user code keeps it busy. Not every system has these programs or allows them.
 */
const UNTIL_THE_SERVER_DIES = ["setpriv", "--pdeathsig", "KILL", "--"];
export const CAGES: readonly Cage[] = [
  {
    name: "no network, ends with the server",
    command: ["unshare", "--user", "--map-current-user", "--net", "--", ...UNTIL_THE_SERVER_DIES],
  },
  { name: "ends with the server", command: UNTIL_THE_SERVER_DIES },
  { name: "permissions only", command: [] },
];

/** So rarely that failed starts cost next to nothing, and often enough to notice that the machine was fixed. */
const STRICTEST_AGAIN_AFTER_MS = 10 * 60_000;
const FAILURES_MAX_COUNT = 3;

/** The system was short of something, or another program or person ended the child. */
const SHORTAGE =
  /\b(?:EAGAIN|ENOMEM|EMFILE|ENFILE|signal SIGKILL|signal SIGTERM)\b|temporarily unavailable|cannot allocate memory|too many open files/i;
/**
 * The program is missing, does not know the option, or the kernel refused. "No space left" counts too: a system that
 * allows no user namespaces at all reports it in these words.
 */
const REFUSAL = /\bspawn \S+ (?:ENOENT|EACCES)\b|\b(?:unshare|setpriv): /;

/** What a failed start says about the cage. */
export function saidBy({ cause, detail }: Death): "nothing" | "not allowed" | "unclear" {
  if (cause === "time" || cause === "memory" || cause === "stopped" || SHORTAGE.test(detail))
    return "nothing";
  return REFUSAL.test(detail) ? "not allowed" : "unclear";
}

export interface CageChoice {
  /** The cage for the child that is started now. */
  next: (nowMs: number) => Cage;
  /** Returns whether a child in this weaker cage must end, because it is time to try the strictest again. */
  isOutdated: (cage: Cage, nowMs: number) => boolean;
  worked: () => void;
  /** `none`: no child can be started at present. */
  failed: (death: Death, nowMs: number) => "same again" | "weaker" | "none";
}

export function createCageChoice(cages: readonly Cage[]): CageChoice {
  let at = 0;
  let failures = 0;
  let weakerSinceMs = 0;
  const isTimeToLook = (nowMs: number) => at > 0 && nowMs - weakerSinceMs >= STRICTEST_AGAIN_AFTER_MS;
  const current = () => cages[at] ?? { name: "permissions only", command: [] };

  return {
    next(nowMs) {
      if (isTimeToLook(nowMs)) at = 0;
      return current();
    },
    isOutdated: (cage, nowMs) => isTimeToLook(nowMs) && cage !== cages[0],
    worked() {
      failures = 0;
    },
    failed(death, nowMs) {
      const said = saidBy(death);
      failures += 1;
      const isSure = said === "not allowed" || (said === "unclear" && failures >= FAILURES_MAX_COUNT);
      if (isSure && at < cages.length - 1) {
        at += 1;
        failures = 0;
        weakerSinceMs = nowMs;
        return "weaker";
      }
      if (failures < FAILURES_MAX_COUNT) return "same again";
      failures = 0;
      return "none";
    },
  };
}
