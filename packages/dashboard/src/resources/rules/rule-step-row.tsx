/** One rule that can be moved: its grip, its head and its settings. */
import { Trash2 } from "lucide-react";
import { FILTER_PARTS } from "@posthorn/contract/rules";
import type { ReactNode } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { useReadOnly } from "../../ui/read-only.ts";
import { DeduplicateStep } from "./deduplicate-step.tsx";
import { FilterStep } from "./filter-step.tsx";
import { RuleGrip, type GripHandlers } from "./rule-grip.tsx";
import { TransformationName } from "./rule-list.tsx";
import { RuleRow } from "./rule-row.tsx";
import { RULE_LABELS, ruleWords } from "./rule-words.ts";
import { ruleOf, type RuleStep, type StepOf } from "./rules-form.ts";
import { TransformStep } from "./transform-step.tsx";

/** The message for a field of the step, by its path in the step. */
export type ErrorAt = (path: string) => string | undefined;

export interface RuleStepRowProps {
  step: RuleStep;
  sourceId: string | null;
  connectionId: string | undefined;
  /** The transformation that runs before this rule; null if none does. */
  transformationBefore: string | null;
  onChange: (step: RuleStep) => void;
  /** Undefined if this rule can only be switched off. */
  onRemove: (() => void) | undefined;
  /** The focus has left the settings of the rule. */
  onLeave: () => void;
  hasMistake: boolean;
  errorAt: ErrorAt;
  gripHandlers: () => GripHandlers;
}

export function RuleStepRow({ onRemove, onLeave, hasMistake, gripHandlers, ...settings }: RuleStepRowProps) {
  const { step, onChange } = settings;
  const isReadOnly = useReadOnly() !== undefined;
  const label = RULE_LABELS[step.type];
  return (
    <li
      data-step={step.key}
      className="border-b border-line bg-surface first:rounded-t-md last:rounded-b-md last:border-b-0 data-dragging:relative data-dragging:z-10 data-dragging:rounded-md data-dragging:shadow-lift"
    >
      <RuleRow
        type={step.type}
        isOn={step.is_on}
        onToggle={(is_on) => onChange({ ...step, is_on })}
        summary={summaryOf(step)}
        hasMistake={hasMistake}
        startsOpen={isUnset(step)}
        onLeave={onLeave}
        grip={<RuleGrip label={`Move ${label}`} handlers={gripHandlers} isDisabled={isReadOnly} />}
        end={
          onRemove === undefined || isReadOnly ? null : (
            <IconButton size="sm" label={`Remove ${label}`} icon={<Trash2 />} onClick={onRemove} />
          )
        }
      >
        <StepSettings {...settings} />
      </RuleRow>
    </li>
  );
}

type StepSettingsProps = Omit<RuleStepRowProps, "onRemove" | "onLeave" | "hasMistake" | "gripHandlers">;

function StepSettings({ step, sourceId, onChange, errorAt, ...before }: StepSettingsProps) {
  switch (step.type) {
    case "filter":
      return <FilterStep step={step} sourceId={sourceId} onChange={onChange} errorAt={errorAt} {...before} />;
    case "transform":
      return <TransformStep step={step} onChange={onChange} errorAt={errorAt} />;
    case "deduplicate":
      return <DeduplicateStep step={step} sourceId={sourceId} onChange={onChange} errorAt={errorAt} />;
  }
}

/** The person has switched it on and has not said what it does. */
function isUnset(step: RuleStep): boolean {
  switch (step.type) {
    case "filter":
      return FILTER_PARTS.every((part) => step.texts[part].trim() === "");
    case "transform":
      return step.transformation_id === "";
    case "deduplicate":
      return false;
  }
}

function summaryOf(step: RuleStep): ReactNode {
  switch (step.type) {
    case "filter":
      return step.is_on ? <FilterWords texts={step.texts} /> : "everything passes";
    case "transform":
      if (!step.is_on) return "as received";
      return step.transformation_id === "" ? null : <TransformationName id={step.transformation_id} />;
    case "deduplicate":
      if (!step.is_on) return "every request passes";
      return step.window === null ? null : ruleWords(ruleOf(step));
  }
}

/** The filter on one line, as it is typed. */
function FilterWords({ texts }: Pick<StepOf<"filter">, "texts">) {
  return FILTER_PARTS.filter((part) => texts[part].trim() !== "").map((part) => (
    <span key={part} className="not-first:before:content-[',_']">
      {part} <code className="mono">{texts[part].trim().replaceAll(/\s+/g, " ")}</code>
    </span>
  ));
}
