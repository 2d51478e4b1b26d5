/** One step of a long form, with its number. `StepsNav` scrolls to it. */
import type { ReactNode } from "react";

export interface NumberedSectionProps {
  number: number;
  /** The id of the element, as the step in `StepsNav` names it. */
  id: string;
  title: string;
  /** Stands beside the title, such as "Optional". */
  note?: string;
  children: ReactNode;
}

export function NumberedSection({ number, id, title, note, children }: NumberedSectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="grid outline-none scroll-mt-2 grid-cols-[32px_minmax(0,1fr)] gap-x-3 border-b border-line py-6 last:border-b-0 max-md:grid-cols-1"
    >
      <span
        aria-hidden
        className="flex size-6 items-center justify-center rounded-full border border-line-strong text-xs font-medium text-ink-2 tabular-nums max-md:hidden"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-col gap-4">
        <h2 id={`${id}-title`} className="text-lg leading-6 font-semibold">
          {title}
          {note === undefined ? null : <span className="ml-2 text-sm font-normal text-ink-3">{note}</span>}
        </h2>
        {children}
      </div>
    </section>
  );
}
