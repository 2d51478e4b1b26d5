/** One step of a long form, with its number. `StepsNav` scrolls to it. */
import type { ReactNode } from "react";

export interface NumberedSectionProps {
  number: number;
  /** The id of the element, as the step in `StepsNav` names it. */
  id: string;
  title: string;
  /** Stands beside the title, such as "Optional". */
  note?: string;
  /** Beside the fields. Below them, where the page (a container of its own) has no room for two columns. */
  aside?: ReactNode;
  children: ReactNode;
}

export function NumberedSection({ number, id, title, note, aside, children }: NumberedSectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="grid outline-none scroll-mt-2 grid-cols-[32px_minmax(0,1fr)] gap-x-3 border-b border-line py-6 last:border-b-0 max-md:grid-cols-1 @min-[960px]:grid-cols-[32px_minmax(0,1fr)_240px]"
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
      {aside === undefined ? null : (
        <div className="col-start-2 min-w-0 pt-6 max-md:col-start-1 @min-[960px]:sticky @min-[960px]:top-6 @min-[960px]:col-start-3 @min-[960px]:self-start @min-[960px]:pt-1 @min-[960px]:pl-5">
          {aside}
        </div>
      )}
    </section>
  );
}
