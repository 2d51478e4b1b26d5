/**
 * One part of a settings page: what it is about on the left, its controls on the right, a hairline below. Where
 * `SettingsMain` has little room, one above the other. A section with a form of its own is in form-section.tsx.
 */
import { useId, type ReactNode } from "react";

export interface SectionProps {
  /** The hash of links that lead to this section. */
  id?: string | undefined;
  title: string;
  /** One or two sentences under the title. */
  text?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, text, children }: SectionProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid grid-cols-[248px_minmax(0,1fr)] gap-x-8 gap-y-4 border-b border-line py-6 last:border-b-0 @max-3xl:grid-cols-1"
    >
      <div>
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        {text === undefined ? null : <div className="mt-0.5 text-sm text-ink-3">{text}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
