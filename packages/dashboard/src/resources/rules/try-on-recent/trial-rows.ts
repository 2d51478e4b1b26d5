/**
 * What does a trial of rules show for each request, and which requests does a filter leave?
 *
 * Pure. The words for outcomes are here; the badge adds tone and icon.
 */
import type {
  RulesTrial,
  TrialChange,
  TrialOutcome,
  TrialStatus,
  TriedRequest,
} from "@posthorn/contract/rules-trial";
import { clockTime } from "../../../ui/time.ts";
import { lineCounts } from "./diff-texts.ts";

export const OUTCOME_LABELS: Record<TrialStatus, string> = {
  delivered: "Delivered",
  filtered: "Filtered",
  deduplicated: "Deduplicated",
  failed: "Failed",
  skipped: "Not tried",
};

export const TRIAL_FILTERS = [
  ["all", "All"],
  ["different", "Only what changes"],
  ["filtered", "Filtered"],
  ["deduplicated", "Deduplicated"],
  ["changed", "Changed"],
  ["failed", "Failed"],
] as const;
export type TrialFilter = (typeof TRIAL_FILTERS)[number][0];

/** Delivered by both sets of rules, with another content. */
export function isChanged({ change }: TriedRequest): boolean {
  return change?.from === "saved";
}

/** The edited rules make something else of it than the saved ones. */
export function isDifferent(request: TriedRequest): boolean {
  return request.before.status !== request.after.status || isChanged(request);
}

export function fits(filter: TrialFilter, request: TriedRequest): boolean {
  if (filter === "all") return true;
  if (filter === "different") return isDifferent(request);
  if (filter === "changed") return isChanged(request);
  return request.after.status === filter;
}

export interface FilterChoice {
  value: TrialFilter;
  label: string;
  count: number;
}

export function filterChoices({ requests }: Pick<RulesTrial, "requests">): FilterChoice[] {
  return TRIAL_FILTERS.map(([value, label]) => ({
    value,
    label,
    count: requests.filter((request) => fits(value, request)).length,
  }));
}

/** The few words at the end of a row: what refused or changed the request. */
export function shortDetail({ after, change }: TriedRequest): string {
  switch (after.status) {
    case "filtered":
      return after.parts.join(", ");
    case "deduplicated":
      return `same as ${clockTime(new Date(after.duplicate_of.created_at))}`;
    case "failed":
      return after.line === null ? "transform" : `transform, line ${after.line}`;
    case "skipped":
      return after.reason === "too_large" ? "too large" : "out of time";
    case "delivered":
      return change ? changeInShort(change) : "";
  }
}

function changeInShort(change: TrialChange): string {
  const lines = lineCounts(change);
  return lines ? `${lines.added} added, ${lines.removed} removed` : change.parts.join(", ");
}

/** The whole sentence, for the opened row. */
export function sentenceOf(outcome: TrialOutcome): string {
  switch (outcome.status) {
    case "filtered":
      return `The filter does not let the ${listed(outcome.parts)} pass.`;
    case "deduplicated":
      return `It is a duplicate of the request that came at ${clockTime(new Date(outcome.duplicate_of.created_at))}.`;
    case "failed":
      return outcome.message;
    case "skipped":
      return outcome.reason === "too_large"
        ? "Its body is too large for a trial."
        : "The rules took too long, so the trial ended before this request.";
    case "delivered":
      return outcome.is_transformed
        ? "It is delivered as the transformation returns it."
        : "It is delivered as it came.";
  }
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
