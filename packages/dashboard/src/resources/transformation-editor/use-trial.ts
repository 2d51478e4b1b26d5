/**
 * What did the last run of the code give? Runs on the input as it is typed, and says before a run why there can be none.
 */
import { CODE_IS_EMPTY } from "@posthorn/contract/texts";
import type { EditorTrialResult } from "@posthorn/contract/transformations";
import { useState } from "react";
import { toast } from "../../ui/toast.ts";
import { runOutcome, type RunOutcome } from "../transformations/run-outcome.ts";
import { inputTextOf, readRunInput } from "../transformations/run-input.ts";
import { useRunTransformation } from "../transformations/transformation-actions.ts";

const INPUT_IS_INVALID = "Input is invalid and transformation cannot be run.";

export interface Trial {
  /** The code that ran: its error's position is true only for this. */
  code: string;
  /** What came in and out, as comparable texts. `output` is null if the code failed. */
  before: string;
  output: string | null;
  result: EditorTrialResult;
  outcome: RunOutcome;
  durationMs: number;
}

export interface TrialInput {
  code: string;
  env: Record<string, string>;
  inputText: string;
  webhook_id: string | null;
}

export function useTrial() {
  const [trial, setTrial] = useState<Trial | null>(null);
  const { mutateAsync, isPending } = useRunTransformation();

  /** Returns what kept it from running, or null. A run that fails has said so itself. */
  const run = async ({
    code,
    env,
    inputText,
    webhook_id,
  }: TrialInput): Promise<"code" | "input" | "server" | null> => {
    if (isPending) return null;
    if (code.trim() === "") {
      toast.error(CODE_IS_EMPTY);
      return "code";
    }
    const input = readRunInput(inputText);
    if ("problem" in input) {
      toast.error(INPUT_IS_INVALID, { description: input.problem });
      return "input";
    }
    const startedAt = performance.now();
    try {
      const result = await mutateAsync({ code, env, request: input.request, webhook_id });
      const { headers, body = null, path = "/", query = "" } = input.request;
      setTrial({
        code,
        before: inputTextOf({ headers: inLowerCase(headers), body, path, query, parsed_query: null }),
        output: result.request && inputTextOf(result.request),
        result,
        outcome: runOutcome(result),
        durationMs: performance.now() - startedAt,
      });
      return null;
    } catch {
      return "server"; // the mutation has shown a toast
    }
  };
  return { trial, isRunning: isPending, run, clear: () => setTrial(null) };
}

/** As the code gets them: otherwise the comparison would show every name that somebody typed with a capital letter. */
function inLowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
