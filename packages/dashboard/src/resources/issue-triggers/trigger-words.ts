/** Which words do people read about an issue trigger: its title, what it watches, and what makes it open an issue? */
import type { IssueLogLevel, IssueStrategy, IssueType } from "@posthorn/contract/causes";
import type { IssueTrigger } from "@posthorn/contract/issue-triggers";
import { durationText } from "../../ui/form/duration.ts";
import { ISSUE_TYPE_WORDS } from "../issues/issue-type-words.ts";
import { scopeIn } from "./trigger-form.ts";

interface TriggerWords {
  /** What the dialog says under its title. */
  explains: string;
  /** One and several of what it watches. */
  one: string;
  many: string;
}

export const TRIGGER_WORDS: Readonly<Record<IssueType, TriggerWords>> = {
  delivery: {
    explains:
      "Deliveries that fail in the same way are grouped into one issue, and its channels hear of it once.",
    one: "connection",
    many: "connections",
  },
  transformation: {
    explains: "Runs that log at the same level are grouped into one issue, and its channels hear of it once.",
    one: "transformation",
    many: "transformations",
  },
  backpressure: {
    explains:
      "A destination whose events wait too long has one issue, which ends when its queue is clear again.",
    one: "destination",
    many: "destinations",
  },
  request: {
    explains: "Requests that a source rejects for the same reason are grouped into one issue.",
    one: "source",
    many: "sources",
  },
};

export const STRATEGY_LABELS: Readonly<Record<IssueStrategy, string>> = {
  first_attempt: "The first attempt fails",
  final_attempt: "The final attempt fails",
};

export const LOG_LEVEL_LABELS: Readonly<Record<IssueLogLevel, string>> = {
  warn: "Warn",
  error: "Error",
  fatal: "Fatal",
};

/** A trigger needs no name. */
export function triggerTitle({ name, type }: Pick<IssueTrigger, "name" | "type">): string {
  return name ?? `${ISSUE_TYPE_WORDS[type].label} trigger`;
}

/** "All connections", "3 connections", "shopify*" */
export function scopeText({ type, configs }: Pick<IssueTrigger, "type" | "configs">): string {
  const { one, many } = TRIGGER_WORDS[type];
  const scope = scopeIn(configs);
  if (scope === "*") return `All ${many}`;
  if (typeof scope === "string") return scope;
  return scope.length === 1 ? `1 ${one}` : `${scope.length} ${many}`;
}

/** What makes it open an issue, in a few words. */
export function conditionText({ configs }: Pick<IssueTrigger, "configs">): string {
  if ("strategy" in configs) return STRATEGY_LABELS[configs.strategy];
  if ("log_level" in configs)
    return `Logs ${configs.log_level}${configs.log_level === "fatal" ? "" : " or worse"}`;
  if ("delay" in configs) return `Waits over ${durationText(configs.delay)}`;
  return configs.per_minute === 1 ? "Any rejection" : `${configs.per_minute} rejections a minute`;
}
