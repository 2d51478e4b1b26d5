/**
 * In which order did rules run before 2025-07-01?
 *
 * A transformation always ran before a filter, whatever their order in the list. In the
 * canonical version the list's order decides. So input of these versions is sorted into the
 * order in which it ran; replies show the stored order.
 */
import { RulesInput } from "@posthorn/contract/rules";
import type { Difference } from "./difference.ts";

interface Typed {
  type: string;
}

const isTransform = ({ type }: Typed) => type === "transform" || type === "transformation";

function transformFirst(rules: readonly Typed[]): readonly Typed[] {
  const filterAt = rules.findIndex(({ type }) => type === "filter");
  if (filterAt === -1) return rules;
  const late = rules.slice(filterAt).filter(isTransform);
  const rest = rules.slice(filterAt).filter((rule) => !isTransform(rule));
  return [...rules.slice(0, filterAt), ...late, ...rest];
}

export const transformBeforeFilter: Difference = {
  name: "transform-before-filter",
  summary: "A `transform` rule runs before `filter` rules, in whatever order they are sent",
  changes: [
    {
      of: RulesInput,
      // The cast is safe: the schema describes a list of rules.
      receive: (rules) => transformFirst(rules as unknown as readonly Typed[]),
    },
  ],
};
