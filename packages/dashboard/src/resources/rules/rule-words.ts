/**
 * What does each rule of a connection do, in a few words, and in which order do rules act?
 *
 * Deduplicate, transform and filter act in the person's order. Delay and retry act after them, wherever they stand in
 * the list.
 */
import { RETRY_DEFAULT_COUNT, RETRY_DEFAULT_INTERVAL_MS } from "@posthorn/contract/limits";
import type { Rule } from "@posthorn/contract/rules";
import { durationText } from "../../ui/form/duration.ts";
import { filterWords } from "../filters/filter-words.ts";

export const RULE_LABELS: Record<Rule["type"], string> = {
  deduplicate: "Deduplicate",
  transform: "Transform",
  filter: "Filter",
  delay: "Delay",
  retry: "Retry",
};

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
      return `${by}, within ${durationText(rule.window)}`;
    }
    case "filter":
      return filterWords(rule);
    case "delay":
      return durationText(rule.delay);
    case "retry": {
      const every = `${rule.strategy}, ${durationText(rule.interval ?? RETRY_DEFAULT_INTERVAL_MS)} × ${rule.count ?? RETRY_DEFAULT_COUNT}`;
      return rule.response_status_codes === null
        ? every
        : `${every}, on ${rule.response_status_codes.join(", ")}`;
    }
    case "transform":
      return "";
  }
}
