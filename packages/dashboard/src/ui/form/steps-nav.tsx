/**
 * The steps of a long form in the header of its page: their order, which of them are done, which have a mistake, and
 * which one the person is at. A press scrolls to the section. Narrow screens show the numbers only, phones nothing.
 *
 * A step is done once the person has gone past it and nothing is missing there. Defaults that nobody has seen are not
 * done, although they are complete.
 */
import { cx } from "class-variance-authority";
import { Check, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useStepInView } from "./step-in-view.ts";

export interface Step {
  /** The id of its `NumberedSection`. */
  id: string;
  label: string;
  /** Nothing in it is missing or wrong. */
  isComplete: boolean;
  /** The form shows a mistake in it. */
  hasMistake: boolean;
}

/** The first field of the section gets the focus, or the section itself. */
function goTo(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: "start" });
  const field = section?.querySelector<HTMLElement>("input:not([type=radio]):enabled,input:checked");
  (field ?? section)?.focus({ preventScroll: true });
}

export function StepsNav({ steps }: { steps: readonly Step[] }) {
  const current = useStepInView(steps.map(({ id }) => id));
  const at = steps.findIndex(({ id }) => id === current);
  const [furthest, setFurthest] = useState(at);
  if (at > furthest) setFurthest(at);
  return (
    <nav aria-label="Steps" className="max-md:hidden">
      <ol className="flex items-center gap-1">
        {steps.map(({ id, label, isComplete, hasMistake }, index) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === current ? "step" : undefined}
              onClick={() => goTo(id)}
              className={cx(
                "flex h-7 items-center gap-1.5 rounded-md px-2 text-sm transition-colors hover:bg-sel hover:text-ink",
                id === current ? "bg-sel text-ink" : "text-ink-2",
              )}
            >
              <StepMark
                number={index + 1}
                isDone={isComplete && !hasMistake && index < furthest}
                hasMistake={hasMistake}
              />
              <span className="max-xl:sr-only">{label}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface StepMarkProps {
  number: number;
  isDone: boolean;
  hasMistake: boolean;
}

function StepMark({ number, isDone, hasMistake }: StepMarkProps) {
  if (hasMistake) return <TriangleAlert aria-label="Has a mistake" className="size-4.5 shrink-0 text-bad" />;
  return (
    <span
      className={cx(
        "flex size-4.5 shrink-0 items-center justify-center rounded-full border text-[11px] tabular-nums transition-colors",
        isDone ? "border-btn bg-btn text-on-btn" : "border-line-strong",
      )}
    >
      {isDone ? <Check aria-label="Done" className="size-3" strokeWidth={3} /> : number}
    </span>
  );
}
