/** One step of the guide, with its mark: done, the one to do now, or a later one, which is dimmed. */
import { cx } from "class-variance-authority";
import { Check } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import type { GuidedStep } from "./guided-steps.ts";

export function StepMark({ step: { number, state }, size }: { step: GuidedStep; size: "sm" | "md" }) {
  return (
    <span
      className={cx(
        "flex shrink-0 items-center justify-center rounded-full border font-medium tabular-nums",
        size === "md" ? "size-6 text-xs" : "size-4.5 text-[11px]",
        state === "done" && "border-ok bg-ok-bg text-ok",
        state === "current" && "border-btn bg-btn text-on-btn",
        state === "later" && "border-line-strong text-ink-3",
      )}
    >
      {state === "done" ? <Check aria-label="Done" className="size-3" strokeWidth={2.5} /> : number}
    </span>
  );
}

export interface GuidedSectionProps {
  step: GuidedStep;
  title: string;
  /** Beside the title. */
  note?: ReactNode;
  /** At the end of the title's line. */
  aside?: ReactNode;
  children?: ReactNode;
}

export function GuidedSection({ step, title, note, aside, children }: GuidedSectionProps) {
  const section = useRef<HTMLElement>(null);
  const { id, state } = step;
  const before = useRef(state);
  // The button that ended the step before is gone, and the focus with it.
  useEffect(() => {
    const hasBegun = before.current === "later" && state === "current";
    before.current = state;
    if (hasBegun && document.activeElement === document.body) section.current?.focus();
  }, [state]);
  return (
    <section
      ref={section}
      id={`step-${id}`}
      tabIndex={-1}
      aria-labelledby={`step-${id}-title`}
      aria-current={state === "current" ? "step" : undefined}
      className="grid scroll-mt-4 grid-cols-[24px_minmax(0,1fr)] gap-x-4 border-b border-line py-5 outline-none max-sm:gap-x-3"
    >
      <StepMark step={step} size="md" />
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
          <h2
            id={`step-${id}-title`}
            className={cx("text-lg font-semibold", state === "later" && "text-ink-3")}
          >
            {title}
          </h2>
          {note === undefined ? null : <span className="text-sm text-ink-3">{note}</span>}
          {aside === undefined ? null : (
            <div className="ml-auto flex flex-wrap items-center gap-3">{aside}</div>
          )}
        </div>
        {children}
      </div>
    </section>
  );
}
