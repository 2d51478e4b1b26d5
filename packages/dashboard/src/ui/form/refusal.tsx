/** Why may this person not save? Said beside the form from the start, not only when they have filled it in. */
import { cx } from "class-variance-authority";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";

export function Refusal({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p className={cx("flex gap-1.5 text-sm text-ink-2", className)}>
      <Lock aria-hidden className="mt-0.75 size-3.5 shrink-0" />
      {children}
    </p>
  );
}
