/**
 * The steps of a long form in the header of its page: their order, which of them are complete, and which one the person
 * is at. A press scrolls to the section. Narrow screens show the numbers only, phones nothing.
 */
import { cx } from "class-variance-authority";
import { Check } from "lucide-react";
import { useStepInView } from "./step-in-view.ts";

export interface Step {
  /** The id of its `NumberedSection`. */
  id: string;
  label: string;
  isDone: boolean;
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
  return (
    <nav aria-label="Steps" className="max-md:hidden">
      <ol className="flex items-center gap-1">
        {steps.map(({ id, label, isDone }, index) => (
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
              <span
                className={cx(
                  "flex size-4.5 shrink-0 items-center justify-center rounded-full border text-[11px] tabular-nums transition-colors",
                  isDone ? "border-btn bg-btn text-on-btn" : "border-line-strong",
                )}
              >
                {isDone ? <Check aria-label="Done" className="size-3" strokeWidth={3} /> : index + 1}
              </span>
              <span className="max-xl:sr-only">{label}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
