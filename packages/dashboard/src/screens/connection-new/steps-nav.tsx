/** Which steps of the form are complete? A click on a step scrolls to its section and focuses its first field. */
import { cx } from "class-variance-authority";
import { Check } from "lucide-react";
import { STEPS, type Step } from "./connection-form.ts";
import { sectionId } from "./section.tsx";

const LABELS: Record<Step, string> = { source: "Source", destination: "Destination", name: "Name" };

function goTo(step: Step): void {
  const section = document.getElementById(sectionId(step));
  section?.scrollIntoView({ block: "start" });
  section
    ?.querySelector<HTMLElement>("input:not([type=radio]),input:checked")
    ?.focus({ preventScroll: true });
}

export function StepsNav({ done }: { done: Record<Step, boolean> }) {
  return (
    <nav aria-label="Steps" className="max-md:hidden">
      <ol className="flex items-center gap-1">
        {STEPS.map((step, index) => (
          <li key={step}>
            <button
              type="button"
              onClick={() => goTo(step)}
              className="flex h-7 items-center gap-1.5 rounded-md px-2 text-sm text-ink-2 transition-colors hover:bg-sel hover:text-ink"
            >
              <span
                className={cx(
                  "flex size-4.5 items-center justify-center rounded-full border text-[11px] tabular-nums transition-colors",
                  done[step] ? "border-ok bg-ok-bg text-ok" : "border-line-strong",
                )}
              >
                {done[step] ? <Check aria-label="Done" className="size-3" strokeWidth={3} /> : index + 1}
              </span>
              {LABELS[step]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
