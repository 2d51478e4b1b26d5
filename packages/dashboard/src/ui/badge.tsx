/**
 * A small neutral label: a type, a rule, a count. It has no colour, because colour means status (`StatusBadge`).
 */
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";

export function Badge({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={cx(
        "inline-flex h-5 items-center gap-1 rounded-sm border border-line bg-surface px-1.5 text-xs whitespace-nowrap text-ink-2",
        className,
      )}
    >
      {children}
    </span>
  );
}
