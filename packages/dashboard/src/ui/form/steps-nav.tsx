/** Which steps of a long form are complete? A click on a step scrolls to its section and focuses its first field. */
import { cx } from "class-variance-authority";
import { Check } from "lucide-react";

export interface Step {
  /** The id of its `NumberedSection`. */
  id: string;
  label: string;
  isDone: boolean;
}

function goTo(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: "start" });
  section
    ?.querySelector<HTMLElement>("input:not([type=radio]),input:checked")
    ?.focus({ preventScroll: true });
}

export function StepsNav({ steps }: { steps: readonly Step[] }) {
  return (
    <nav aria-label="Steps" className="max-md:hidden">
      <ol className="flex items-center gap-1">
        {steps.map(({ id, label, isDone }, index) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => goTo(id)}
              className="flex h-7 items-center gap-1.5 rounded-md px-2 text-sm text-ink-2 transition-colors hover:bg-sel hover:text-ink"
            >
              <span
                className={cx(
                  "flex size-4.5 items-center justify-center rounded-full border text-[11px] tabular-nums transition-colors",
                  isDone ? "border-ok bg-ok-bg text-ok" : "border-line-strong",
                )}
              >
                {isDone ? <Check aria-label="Done" className="size-3" strokeWidth={3} /> : index + 1}
              </span>
              {label}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
