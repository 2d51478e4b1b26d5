/** Forms that a person may not save: above them stands why, and nothing in them can be changed. */
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { ReadOnlyContext } from "../read-only.ts";

export interface ReadOnlyFormsProps {
  /** Undefined if the person may save. Then this renders the forms as they are. */
  reason: string | undefined;
  children: ReactNode;
}

export function ReadOnlyForms({ reason, children }: ReadOnlyFormsProps) {
  return (
    <ReadOnlyContext value={reason}>
      {reason === undefined ? null : (
        <p
          role="note"
          className="mt-5 flex items-start gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-sm text-ink-2"
        >
          <Lock aria-hidden className="mt-0.75 size-3.5 shrink-0" />
          {reason}
        </p>
      )}
      {children}
    </ReadOnlyContext>
  );
}
