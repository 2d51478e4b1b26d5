/**
 * A message about the content below it. The first line says what happened, the second what happens next.
 */
import { cva } from "class-variance-authority";
import type { ReactNode } from "react";
import type { Tone } from "./status-badge.tsx";

const calloutClass = cva("rounded-md border border-l-3 border-line bg-surface px-3.5 py-2.5 text-sm", {
  variants: {
    tone: {
      ok: "border-l-ok",
      bad: "border-l-bad",
      wait: "border-l-wait",
      hold: "border-l-hold",
      late: "border-l-late",
      off: "border-l-line-strong",
    },
  },
});

export interface CalloutProps {
  tone: Tone;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Screen readers announce it at once. For the answer to something the person just did. */
  isUrgent?: boolean;
  className?: string;
}

export function Callout({ tone, title, children, action, isUrgent = false, className }: CalloutProps) {
  return (
    <div role={isUrgent ? "alert" : undefined} className={calloutClass({ tone, className })}>
      <p className="font-semibold">{title}</p>
      {children === undefined ? null : <div className="mt-0.5 text-ink-2">{children}</div>}
      {action === undefined ? null : <div className="mt-2.5">{action}</div>}
    </div>
  );
}
