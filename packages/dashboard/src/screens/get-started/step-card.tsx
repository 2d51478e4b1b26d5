/** One of the first steps: whether it is done, what is true of it, and the way to it. */
import { cx } from "class-variance-authority";
import { Check, Circle } from "lucide-react";
import type { ReactNode } from "react";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";

export interface StepCardProps {
  number: number;
  title: string;
  /** Undefined while it is not known. */
  isDone: boolean | undefined;
  text: string;
  action: ReactNode;
}

export function StepCard({ number, title, isDone, text, action }: StepCardProps) {
  return (
    <li className="flex min-h-22 flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-line bg-surface px-5 py-4">
      <span
        aria-hidden
        className={cx(
          "flex size-8 shrink-0 items-center justify-center rounded-full border text-sm [&_svg]:size-4",
          isDone ? "border-ok bg-ok-bg text-ok" : "border-line-strong text-ink-2",
        )}
      >
        {isDone ? <Check /> : number}
      </span>
      <div className="min-w-0 flex-[1_1_11rem]">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="font-medium">{title}</h2>
          {isDone === undefined ? null : isDone ? (
            <StatusBadge tone="ok">Done</StatusBadge>
          ) : (
            <StatusBadge tone="off" icon={Circle}>
              To-do
            </StatusBadge>
          )}
        </div>
        {isDone === undefined ? (
          <Skeleton className="mt-2 w-3/5" />
        ) : (
          <p className="mt-0.5 text-sm text-ink-2 [overflow-wrap:anywhere]">{text}</p>
        )}
      </div>
      {isDone === undefined ? null : action}
    </li>
  );
}
