/** What is true of each first step? Pure, so that every case can be written down. */
import type { FirstSteps } from "@posthorn/contract/sample-project";

export interface Step {
  /** Undefined while it is not known. */
  isDone: boolean | undefined;
  text: string;
}

export function connectionStep(steps: FirstSteps | undefined): Step {
  if (!steps) return { isDone: undefined, text: "" };
  const { had_connection, delivering } = steps;
  if (delivering)
    return {
      isDone: true,
      text: `${delivering.source_name} → ${delivering.destination_name} delivered its first event.`,
    };
  return had_connection
    ? { isDone: true, text: "None of your connections has delivered an event yet." }
    : { isDone: false, text: "A URL that receives requests, and a place where they go." };
}

export function peopleStep(steps: FirstSteps | undefined, organization: string): Step {
  if (!steps) return { isDone: undefined, text: "" };
  return steps.has_colleagues
    ? { isDone: true, text: `You are not alone in ${organization}: somebody has joined, or is invited.` }
    : { isDone: false, text: "A second pair of eyes on every failure." };
}
