/** The header of the guide: its steps, and the way out. A press on a step leads to its section. */
import { Link } from "@tanstack/react-router";
import { cx } from "class-variance-authority";
import { buttonClass } from "../../ui/button.tsx";
import { Mark } from "../../ui/mark.tsx";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { StepMark } from "./guided-section.tsx";
import type { GuidedStep } from "./guided-steps.ts";

const TITLE = "Create your first connection";

function goTo(id: GuidedStep["id"]): void {
  const section = document.getElementById(`step-${id}`);
  section?.scrollIntoView({ block: "nearest" });
  section?.focus({ preventScroll: true });
}

export function GuidedHeader({ steps }: { steps: readonly GuidedStep[] }) {
  usePageTitle(TITLE);
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-4 border-b border-line px-5 py-2 max-md:gap-3 max-md:px-3">
      <span className="flex items-center gap-2 text-lg font-semibold tracking-tight">
        <Mark className="h-5 w-auto" />
        <span className="max-md:sr-only">Posthorn</span>
      </span>
      <span aria-hidden className="h-5 border-l border-line max-md:hidden" />
      <h1 className="min-w-0 flex-1 text-lg font-medium max-sm:text-sm">{TITLE}</h1>
      <nav aria-label="Steps" className="max-lg:hidden">
        <ol className="flex items-center gap-1">
          {steps.map((step) => (
            <li key={step.id}>
              <button
                type="button"
                aria-current={step.state === "current" ? "step" : undefined}
                onClick={() => goTo(step.id)}
                className={cx(
                  "flex h-7 items-center gap-1.5 rounded-md px-2 text-sm transition-colors hover:bg-sel",
                  step.state === "current" ? "font-medium text-ink" : "text-ink-2",
                )}
              >
                <StepMark step={step} size="sm" />
                {step.label}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <span aria-hidden className="h-5 border-l border-line max-lg:hidden" />
      <Link to="/connections" className={buttonClass()}>
        Skip to dashboard
      </Link>
    </header>
  );
}
