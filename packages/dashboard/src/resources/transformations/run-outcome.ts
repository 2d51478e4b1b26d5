/**
 * What does a person read after a trial run? The most severe line decides, and a run without output has failed.
 */
import type { TrialResult } from "@posthorn/contract/transformations";

export interface RunOutcome {
  tone: "error" | "warning" | "success";
  text: string;
}

export function runOutcome({ log_level, request }: Pick<TrialResult, "log_level" | "request">): RunOutcome {
  if (request === null || log_level === "error" || log_level === "fatal")
    return { tone: "error", text: "Code executed but threw an error." };
  if (log_level === "warn") return { tone: "warning", text: "Code executed but logged a warning." };
  return { tone: "success", text: "Code successfully executed." };
}

/** The server did not run the code at all. `message` is its reason. */
export function runFailure(message: string): RunOutcome {
  return { tone: "error", text: `Code failed to execute. Error: ${message.replace(/\.$/, "")}.` };
}
