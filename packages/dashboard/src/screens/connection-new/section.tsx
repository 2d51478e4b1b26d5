/** One numbered part of the form. The steps in the header scroll to it. */
import type { ReactNode } from "react";
import type { Step } from "./connection-form.ts";

export interface SectionProps {
  number: number;
  step: Step;
  title: string;
  /** Stands beside the title, such as "Optional". */
  note?: string;
  children: ReactNode;
}

export function sectionId(step: Step): string {
  return `step-${step}`;
}

export function Section({ number, step, title, note, children }: SectionProps) {
  return (
    <section
      id={sectionId(step)}
      aria-labelledby={`${sectionId(step)}-title`}
      className="grid scroll-mt-2 grid-cols-[32px_minmax(0,1fr)] gap-x-3 border-b border-line py-6 last:border-b-0 max-md:grid-cols-1"
    >
      <span
        aria-hidden
        className="flex size-6 items-center justify-center rounded-full border border-line-strong text-xs font-medium text-ink-2 tabular-nums max-md:hidden"
      >
        {number}
      </span>
      <div className="flex flex-col gap-4">
        <h2 id={`${sectionId(step)}-title`} className="text-lg leading-6 font-semibold">
          {title}
          {note === undefined ? null : <span className="ml-2 text-sm font-normal text-ink-3">{note}</span>}
        </h2>
        {children}
      </div>
    </section>
  );
}
