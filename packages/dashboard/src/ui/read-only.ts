/**
 * May this person change what the controls around here show? If not, why?
 *
 * A page that a person may only read provides the reason once. Inputs, boxes, choices and editors then show their value
 * and take no other one; buttons that would change something use it as their `disabledReason`. So a form needs no second
 * version for people who may not save it.
 */
import { createContext, use } from "react";

export const ReadOnlyContext = createContext<string | undefined>(undefined);

/** The reason, or undefined if everything can be changed. */
export function useReadOnly(): string | undefined {
  return use(ReadOnlyContext);
}
