/**
 * What does each rule of a connection do, in a few words, and in which order do rules act?
 *
 * Deduplicate, transform and filter act in the person's order. Delay and retry act after them, wherever they stand in
 * the list.
 */
import { RETRY_DEFAULT_COUNT, RETRY_DEFAULT_INTERVAL_MS } from "@posthorn/contract/limits";
import { FILTER_PARTS, type Rule } from "@posthorn/contract/rules";

export const RULE_LABELS: Record<Rule["type"], string> = {
  deduplicate: "Deduplicate",
  transform: "Transform",
  filter: "Filter",
  delay: "Delay",
  retry: "Retry",
};

const UNITS = [
  [24 * 60 * 60 * 1000, "day", "days"],
  [60 * 60 * 1000, "h", "h"],
  [60 * 1000, "min", "min"],
  [1000, "s", "s"],
] as const;

/** `30 s`, `5 min`, `2 h`, `7 days`; the largest unit that leaves no rest. */
export function waitText(waitMs: number): string {
  const unit = UNITS.find(([unitMs]) => waitMs >= unitMs && waitMs % unitMs === 0);
  if (!unit) return `${waitMs} ms`;
  const amount = waitMs / unit[0];
  return `${amount} ${amount === 1 ? unit[1] : unit[2]}`;
}

const STAGES: Record<Rule["type"], number> = { deduplicate: 0, transform: 0, filter: 0, delay: 1, retry: 2 };

export function inActingOrder(rules: readonly Rule[]): Rule[] {
  return rules.toSorted((a, b) => STAGES[a.type] - STAGES[b.type]);
}

/** Empty for a transform rule: its name has to be loaded (`TransformationName`). */
export function ruleWords(rule: Rule): string {
  switch (rule.type) {
    case "deduplicate": {
      const by = rule.include_fields
        ? `same ${rule.include_fields.join(", ")}`
        : rule.exclude_fields
          ? `same except ${rule.exclude_fields.join(", ")}`
          : "all fields";
      return `${by}, within ${waitText(rule.window)}`;
    }
    case "filter": {
      const parts = FILTER_PARTS.filter((part) => rule[part] != null);
      return parts.length === 0 ? "lets everything pass" : parts.join(", ");
    }
    case "delay":
      return waitText(rule.delay);
    case "retry": {
      const every = `${rule.strategy}, ${waitText(rule.interval ?? RETRY_DEFAULT_INTERVAL_MS)} × ${rule.count ?? RETRY_DEFAULT_COUNT}`;
      return rule.response_status_codes === null
        ? every
        : `${every}, on ${rule.response_status_codes.join(", ")}`;
    }
    case "transform":
      return "";
  }
}
