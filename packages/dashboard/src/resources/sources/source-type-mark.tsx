/** The small square with the icon of a type of source. Its size is fixed, so nothing moves when the icon arrives. */
import type { SourceType } from "@posthorn/contract/source-types";
import { cx } from "class-variance-authority";
import { SourceTypeIcon } from "./source-type-icon.tsx";

export function SourceTypeMark({ type, size = "md" }: { type: SourceType; size?: "sm" | "md" }) {
  return (
    <span
      aria-hidden
      className={cx(
        "inline-flex shrink-0 items-center justify-center rounded-md border border-line bg-sunken font-semibold text-ink-2",
        size === "md" ? "size-8 text-xs [&_svg]:size-4" : "size-6 text-[10px] [&_svg]:size-3.5",
      )}
    >
      <SourceTypeIcon type={type} />
    </span>
  );
}
