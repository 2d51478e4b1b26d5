/**
 * How does a person move a rule? With the pointer at its grip, or with Space, arrow keys and Space. Screen readers hear
 * where it is.
 *
 * The part of `rule-steps.tsx` that needs the library, in its own chunk. It renders no rows: it finds them in the list and
 * gives them what they need. So no row is mounted again when this arrives, and an editor in it keeps its undo history.
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
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useLayoutEffect, useMemo } from "react";
import { closestEdge } from "./closest-edge.ts";
import { moveAnnouncements } from "./move-announcements.ts";
import type { GripHandlers } from "./rule-grip.tsx";
import type { RuleStep } from "./rules-form.ts";

const PRESS_DISTANCE_PX = 4;

export interface RuleSortingProps {
  steps: readonly RuleStep[];
  /** Has a row for each step. */
  list: HTMLElement;
  /** By the key of the step. The grips call what is in here. */
  handlers: Map<string, GripHandlers>;
  onMove: (key: string, ontoKey: string) => void;
}

export function RuleSorting({ steps, list, handlers, onMove }: RuleSortingProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: PRESS_DISTANCE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const announcements = useMemo<Announcements>(() => moveAnnouncements(steps), [steps]);
  const move = ({ active, over }: DragEndEvent) => {
    if (over) onMove(String(active.id), String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestEdge}
      onDragEnd={move}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable: "To move this rule, press Space, then the arrow keys, then Space again. Escape cancels.",
        },
      }}
    >
      <SortableContext items={steps.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        {steps.map(({ key }) => (
          <MovableRow key={key} stepKey={key} list={list} handlers={handlers} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

interface MovableRowProps extends Pick<RuleSortingProps, "list" | "handlers"> {
  stepKey: string;
}

function MovableRow({ stepKey, list, handlers }: MovableRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: stepKey });
  // Only effects look for the row: while React renders, a new one is not in the list yet.
  const findRow = () => list.querySelector<HTMLElement>(`[data-step="${window.CSS.escape(stepKey)}"]`);
  const findGrip = () => findRow()?.querySelector<HTMLElement>("[data-grip]") ?? null;

  useLayoutEffect(() => {
    setNodeRef(findRow());
    setActivatorNodeRef(findGrip());
  });
  useLayoutEffect(() => {
    handlers.set(stepKey, listeners);
    return () => void handlers.delete(stepKey);
  }, [handlers, stepKey, listeners]);
  useLayoutEffect(() => {
    const grip = findGrip();
    for (const [name, value] of Object.entries(attributes)) {
      if (!name.startsWith("aria-")) continue; // the rest is for elements that are no buttons
      if (value === undefined) grip?.removeAttribute(name);
      else grip?.setAttribute(name, String(value));
    }
  });
  useLayoutEffect(() => {
    const row = findRow();
    if (!row) return;
    row.style.transform = CSS.Translate.toString(transform) ?? "";
    row.style.transition = transition ?? "";
    row.toggleAttribute("data-dragging", isDragging);
  });
  return null;
}
