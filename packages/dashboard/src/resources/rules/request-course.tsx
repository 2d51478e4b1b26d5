/**
 * What happens to a request, from its source through the rules to its destination? One station for each, in the order of
 * their action. It follows the form while a person types.
 */
import { ArrowRightFromLine, ArrowRightToLine } from "lucide-react";
import type { ReactNode } from "react";
import { RuleIcon } from "./rule-icon.tsx";
import { TransformationName } from "./rule-list.tsx";
import { ruleStations } from "./rule-stations.ts";
import { RULE_LABELS } from "./rule-words.ts";
import type { RulesFormValues } from "./rules-form.ts";

export const COURSE_TITLE = "What happens to a request";

/** A source or a destination. */
export interface CourseEnd {
  name: string;
  /** What it does, or what is missing. */
  does: string;
}

export interface RequestCourseProps {
  source: CourseEnd;
  rules: RulesFormValues;
  destination: CourseEnd;
}

export function RequestCourse({ source, rules, destination }: RequestCourseProps) {
  return (
    <ol aria-label={COURSE_TITLE} className="flex flex-col text-sm">
      <Station icon={<ArrowRightFromLine aria-hidden />} name={source.name}>
        {source.does}
      </Station>
      {ruleStations(rules).map(({ key, type, does }) => (
        <Station key={key} icon={<RuleIcon type={type} />} name={RULE_LABELS[type]}>
          {typeof does === "string" ? does : <TransformationName id={does.transformationId} />}
        </Station>
      ))}
      <Station icon={<ArrowRightToLine aria-hidden />} name={destination.name}>
        {destination.does}
      </Station>
    </ol>
  );
}

function Station({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <li className="relative flex gap-2.5 pb-4 before:absolute before:top-6 before:bottom-0 before:left-3 before:w-px before:bg-line-strong last:pb-0 last:before:hidden">
      <span className="flex size-6 shrink-0 items-center justify-center rounded-full border border-line-strong bg-surface text-ink-2 [&_svg]:size-3">
        {icon}
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-medium text-ink">{name} </span>
        <span className="block text-xs text-ink-2">{children}</span>
      </span>
    </li>
  );
}
