/**
 * Is the name that a person types already taken? Asks when the person pauses. Both are false until the answer is there.
 */
import { useQuery } from "@tanstack/react-query";
import { useRested } from "../../ui/use-rested.ts";
import { nameIsUsedQuery, type NameQuestion } from "./name-queries.ts";

const RESTS_AFTER_MS = 300;

export interface NameCheck {
  isUsed: boolean;
  /** The server could not be asked. It checks again when the form is saved. */
  hasFailed: boolean;
}

export function useNameIsUsed(question: NameQuestion | null): NameCheck {
  const asked = JSON.stringify(question);
  const rested = useRested(asked, RESTS_AFTER_MS);
  const answer = useQuery(nameIsUsedQuery(rested === asked ? question : null));
  return { isUsed: answer.data?.used === true, hasFailed: answer.isError };
}
