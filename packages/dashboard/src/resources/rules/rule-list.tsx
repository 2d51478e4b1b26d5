/** The rules of a connection, in the order in which they act: icon, name, and what each does in a few words. */
import type { Rule } from "@posthorn/contract/rules";
import { getTransformation } from "@posthorn/contract/transformations";
import { useQuery } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { RuleIcon } from "./rule-icon.tsx";
import { inActingOrder, RULE_LABELS, ruleWords } from "./rule-words.ts";

export function RuleList({ rules }: { rules: readonly Rule[] }) {
  return (
    <ol className="rounded-lg border border-line bg-surface text-sm">
      {inActingOrder(rules).map((rule, at) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- rules have no id, and this list is not edited
          key={at}
          className="flex min-h-(--row-h) items-center gap-2.5 border-b border-line px-3 py-1.5 last:border-b-0"
        >
          <RuleIcon type={rule.type} className="size-3.5 shrink-0 text-ink-3" />
          <span className="font-medium">{RULE_LABELS[rule.type]}</span>
          <span className="ml-auto min-w-0 truncate text-ink-2">
            {rule.type === "transform" ? <TransformationName id={rule.transformation_id} /> : ruleWords(rule)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The id until the name is known, and if it cannot be loaded. */
export function TransformationName({ id }: { id: string }) {
  const transformation = useQuery({
    queryKey: ["transformations", "one", id],
    queryFn: ({ signal }) => call(getTransformation, { params: { id }, signal }),
  });
  return transformation.data?.name ?? <span className="mono">{id}</span>;
}
