/** The rules of a connection, in the order in which they act: icon, name, what each does in a few words, and a link to its editing. */
import type { Rule } from "@posthorn/contract/rules";
import { getTransformation } from "@posthorn/contract/transformations";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../api/call.ts";
import { RuleIcon } from "./rule-icon.tsx";
import { inActingOrder, RULE_LABELS, ruleWords } from "./rule-words.ts";

/** Where the settings of a connection have its rules: the hash of a link to them. */
export const RULES_ANCHOR = "rules";

export interface RuleListProps {
  rules: readonly Rule[];
  /** The link of a rule to the place where it is edited. */
  renderLink: (props: { className: string; children: ReactNode }) => ReactNode;
}

export function RuleList({ rules, renderLink }: RuleListProps) {
  return (
    <ol className="rounded-lg border border-line bg-surface text-sm">
      {inActingOrder(rules).map((rule, at) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- rules have no id, and this list is not edited
          key={at}
          className="border-b border-line last:border-b-0"
        >
          {renderLink({
            className: "flex min-h-(--row-h) items-center gap-2.5 px-3 py-1.5 hover:bg-sel",
            children: (
              <>
                <RuleIcon type={rule.type} className="size-3.5 shrink-0 text-ink-3" />
                <span className="font-medium">{RULE_LABELS[rule.type]}</span>
                <span className="ml-auto min-w-0 truncate text-ink-2">
                  {rule.type === "transform" ? (
                    <TransformationName id={rule.transformation_id} />
                  ) : (
                    ruleWords(rule)
                  )}
                </span>
              </>
            ),
          })}
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
