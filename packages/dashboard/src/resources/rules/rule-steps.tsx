/**
 * The rules that run before delay and retry, in the person's order: filter, transform and deduplicate.
 *
 * A rule is moved by its grip: with the pointer, or with Space, arrow keys and Space. Screen readers hear where it is.
 * The steps are one value of the form, because moving one changes all of them.
 */
import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useFormContext, useFormState } from "react-hook-form";
import { Button } from "../../ui/button.tsx";
import { useFormField } from "../../ui/form/use-form-field.ts";
import { closestEdge } from "./closest-edge.ts";
import { moveAnnouncements } from "./move-announcements.ts";
import { RuleStepRow } from "./rule-step-row.tsx";
import { RULE_LABELS } from "./rule-words.ts";
import { emptyStep, RULES_SHAPE, type RuleStep } from "./rules-form.ts";
import { movedStep, nextKey } from "./step-order.ts";

const PRESS_DISTANCE_PX = 4;

/** How a list of changes writes the steps. */
function textOf(value: unknown): string {
  const steps = RULES_SHAPE.steps.safeParse(value).data ?? [];
  const on = steps.filter(({ is_on }) => is_on).map(({ type }) => RULE_LABELS[type]);
  return on.length === 0 ? "none" : on.join(", ");
}

export interface RuleStepsProps {
  /** The source whose latest request offers fields to choose from. Null while there is none. */
  sourceId: string | null;
}

export function RuleSteps({ sourceId }: RuleStepsProps) {
  const { value: steps, set } = useFormField<RuleStep[]>("steps", {
    label: "Filter, transform, deduplicate",
    textOf,
  });
  const { getFieldState } = useFormContext();
  const state = useFormState({ name: "steps" });
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: PRESS_DISTANCE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = steps.map(({ key }) => key);
  const announcements = useMemo<Announcements>(() => moveAnnouncements(steps), [steps]);
  const filters = steps.filter(({ type }) => type === "filter").length;

  const move = ({ active, over }: DragEndEvent) => {
    if (over) set(movedStep(steps, String(active.id), String(over.id)));
  };
  const change = (changed: RuleStep) => set(steps.map((step) => (step.key === changed.key ? changed : step)));
  const addFilter = () => {
    const last = steps.findLastIndex(({ type }) => type === "filter");
    set(steps.toSpliced(last + 1, 0, { ...emptyStep("filter", nextKey(keys)), is_on: true }));
  };

  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestEdge}
        onDragEnd={move}
        accessibility={{
          announcements,
          screenReaderInstructions: {
            draggable:
              "To move this rule, press Space, then the arrow keys, then Space again. Escape cancels.",
          },
        }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ol aria-label="Rules in their order" className="rounded-md border border-line bg-surface">
            {steps.map((step, at) => (
              <RuleStepRow
                key={step.key}
                step={step}
                sourceId={sourceId}
                onChange={change}
                onRemove={
                  step.type === "filter" && filters > 1
                    ? () => set(steps.filter(({ key }) => key !== step.key))
                    : undefined
                }
                errorAt={(path) => getFieldState(`steps.${at}.${path}`, state).error?.message}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {steps.some((step) => step.type === "filter" && step.is_on) ? (
        <Button
          variant="quiet"
          size="sm"
          icon={<Plus aria-hidden />}
          className="self-start"
          onClick={addFilter}
        >
          Add another filter
        </Button>
      ) : null}
    </>
  );
}
