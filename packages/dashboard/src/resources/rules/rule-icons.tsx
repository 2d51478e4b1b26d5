/** The rules of a connection as a row of icons, always in the same order. The words are in their tooltips. */
import type { Rule } from "@posthorn/contract/rules";
import { RuleIcon } from "./rule-icon.tsx";
import { RULE_LABELS, ruleWords } from "./rule-words.ts";

/** Fixed wherever rules are summarised, so that two connections can be compared at a glance. */
const ORDER: readonly Rule["type"][] = ["deduplicate", "transform", "filter", "delay", "retry"];

function wordsOf(rule: Rule): string {
  const words = ruleWords(rule);
  return words === "" ? RULE_LABELS[rule.type] : `${RULE_LABELS[rule.type]} · ${words}`;
}

export function RuleIcons({ rules }: { rules: readonly Rule[] }) {
  if (rules.length === 0) return null;
  const inOrder = ORDER.flatMap((type) => rules.filter((rule) => rule.type === type));
  return (
    <span className="inline-flex items-center gap-2 align-middle text-ink-2">
      {inOrder.map((rule, at) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- rules have no id, and this list is not edited
          key={at}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of ours, not a file
          role="img"
          aria-label={wordsOf(rule)}
          data-tooltip={wordsOf(rule)}
        >
          <RuleIcon type={rule.type} className="size-3.5" />
        </span>
      ))}
    </span>
  );
}
