/**
 * The part of a form that most people never need, folded away. If a field inside is wrong, pressing Save opens it, so
 * that the field can get the focus.
 */
import { ChevronRight } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { get, useFormState } from "react-hook-form";

export interface AdvancedPartProps {
  /** The names of the fields inside. */
  fields: readonly string[];
  /** Open from the start: something inside differs from the default. */
  isUsed: boolean;
  children: ReactNode;
}

export function AdvancedPart({ fields, isUsed, children }: AdvancedPartProps) {
  const part = useRef<HTMLDetailsElement>(null);
  const { errors, submitCount } = useFormState();
  const hasMistake = fields.some((name) => get(errors, name) !== undefined);
  useEffect(() => {
    if (isUsed && part.current) part.current.open = true;
  }, [isUsed]);
  // Runs before the effect of the form, which focuses the first wrong field: a folded field cannot get the focus.
  useEffect(() => {
    if (submitCount > 0 && hasMistake && part.current) part.current.open = true;
  }, [submitCount, hasMistake]);
  return (
    <details ref={part} className="group">
      <summary className="flex w-fit list-none items-center gap-1 rounded-sm text-sm text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open:rotate-90" />
        Advanced configuration
      </summary>
      <div className="mt-3 flex flex-col gap-4 border-l border-line pl-4">{children}</div>
    </details>
  );
}
