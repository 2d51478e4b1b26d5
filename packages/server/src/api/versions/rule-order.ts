/**
 * In which order did rules run before 2025-07-01?
 *
 * A transformation always before a filter, however they were written. Here the order says it, so what is
 * written that way is put in the order in which it ran. Rules are shown in the order that they have.
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
      // A list of rules, as the schema has it.
      receive: (rules) => transformFirst(rules as unknown as readonly Typed[]),
    },
  ],
};
