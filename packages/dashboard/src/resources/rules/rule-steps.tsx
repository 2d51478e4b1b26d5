/**
 * The rules that run before delay and retry, in the person's order: filter, transform and deduplicate.
 *
 * A rule is moved by its grip: with the pointer, or with Space, arrow keys and Space. The library for that loads when the
 * pointer or the focus comes into the list. The steps are one value of the form, because moving one changes all of them.
 * So this file remembers which of them the person has left: like a field, a rule says what is wrong with it only after
 * that, or after a failed save.
 */
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { get, useFormState, type FieldError, type FieldErrors } from "react-hook-form";
import { Button } from "../../ui/button.tsx";
import { afterPress } from "../../ui/form/after-press.ts";
import { useFormStatus } from "../../ui/form/form-status.ts";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { later } from "../../ui/later.tsx";
import { useReadOnly } from "../../ui/read-only.ts";
import type { GripHandlers } from "./rule-grip.tsx";
import { RuleStepRow } from "./rule-step-row.tsx";
import { RULE_LABELS } from "./rule-words.ts";
import { emptyStep, RULES_SHAPE, type RuleStep } from "./rules-form.ts";
import { movedStep, nextKey, transformationBefore } from "./step-order.ts";

const RuleSorting = later(() => import("./rule-sorting.tsx")).component((loaded) => loaded.RuleSorting);

/** How a list of changes writes the steps. */
function textOf(value: unknown): string {
  const steps = RULES_SHAPE.steps.safeParse(value).data ?? [];
  const on = steps.filter(({ is_on }) => is_on).map(({ type }) => RULE_LABELS[type]);
  return on.length === 0 ? "none" : on.join(", ");
}

export interface RuleStepsProps {
  /** The source whose latest request offers fields to choose from. Null while there is none. */
  sourceId: string | null;
  /** Undefined while the connection does not exist. */
  connectionId: string | undefined;
}

export function RuleSteps({ sourceId, connectionId }: RuleStepsProps) {
  const {
    value: steps,
    set,
    bind,
  } = useFormField<RuleStep[]>("steps", {
    label: "Filter, transform, deduplicate",
    textOf,
  });
  const { submitCount } = useFormStatus();
  const readOnly = useReadOnly();
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set());
  // Read here, not in `errorAt`: react-hook-form renders again only for what has been read.
  const { errors } = useFormState({ name: "steps" });
  const list = useRef<HTMLOListElement>(null);
  const [handlers] = useState(() => new Map<string, GripHandlers>());
  const [sortedList, setSortedList] = useState<HTMLElement | null>(null);
  const loadSorting = () => setSortedList(list.current);
  const keys = steps.map(({ key }) => key);
  const filters = steps.filter(({ type }) => type === "filter").length;

  const change = (changed: RuleStep) => set(steps.map((step) => (step.key === changed.key ? changed : step)));
  const leave = (key: string) => {
    bind.onBlur();
    afterPress(() => setLeft((before) => new Set(before).add(key)));
  };
  const isShown = (key: string) => submitCount > 0 || left.has(key);
  const addFilter = () => {
    const last = steps.findLastIndex(({ type }) => type === "filter");
    set(steps.toSpliced(last + 1, 0, { ...emptyStep("filter", nextKey(keys)), is_on: true }));
  };

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- they only load what a grip inside needs */}
      <ol
        ref={list}
        aria-label="Rules in their order"
        onPointerEnter={loadSorting}
        onFocus={loadSorting}
        className="rounded-md border border-line bg-surface"
      >
        {steps.map((step, at) => (
          <RuleStepRow
            key={step.key}
            step={step}
            sourceId={sourceId}
            connectionId={connectionId}
            transformationBefore={transformationBefore(steps, step.key)}
            onChange={change}
            onRemove={
              step.type === "filter" && filters > 1
                ? () => set(steps.filter(({ key }) => key !== step.key))
                : undefined
            }
            onLeave={() => leave(step.key)}
            hasMistake={isShown(step.key) && get(errors, `steps.${at}`) !== undefined}
            errorAt={(path) => (isShown(step.key) ? messageAt(errors, `steps.${at}.${path}`) : undefined)}
            gripHandlers={() => handlers.get(step.key)}
          />
        ))}
      </ol>
      {sortedList ? (
        <RuleSorting
          steps={steps}
          list={sortedList}
          handlers={handlers}
          onMove={(key, ontoKey) => set(movedStep(steps, key, ontoKey))}
        />
      ) : null}
      {steps.some((step) => step.type === "filter" && step.is_on) ? (
        <Button
          variant="quiet"
          size="sm"
          icon={<Plus aria-hidden />}
          className="self-start"
          disabledReason={readOnly}
          onClick={addFilter}
        >
          Add another filter
        </Button>
      ) : null}
    </>
  );
}

function messageAt(errors: FieldErrors, path: string): string | undefined {
  const error: FieldError | undefined = get(errors, path);
  return error?.message;
}
