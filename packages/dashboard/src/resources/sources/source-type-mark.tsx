/** The small square that stands for a type of source: the first letters of its label. We ship no logos of others. */
import { sourceTypeLabel } from "@posthorn/contract/source-type-labels";
import type { SourceType } from "@posthorn/contract/source-types";
import { cx } from "class-variance-authority";

export function SourceTypeMark({ type, size = "md" }: { type: SourceType; size?: "sm" | "md" }) {
  return (
    <span
      aria-hidden
      className={cx(
        "inline-flex shrink-0 items-center justify-center rounded-md border border-line bg-sunken font-semibold text-ink-2",
        size === "md" ? "size-8 text-xs" : "size-6 text-[10px]",
      )}
    >
      {sourceTypeLabel(type).slice(0, 2)}
    </span>
  );
}
