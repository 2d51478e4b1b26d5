/**
 * The lines that a run wrote to its console: level in words, message, and where an error is in the code.
 */
import type { ConsoleType } from "@posthorn/contract/causes";
import type { ConsoleLine, EditorTrialResult } from "@posthorn/contract/transformations";
import { cx } from "class-variance-authority";
import { CircleAlert, Info, TriangleAlert, type LucideIcon } from "lucide-react";

/** Line and column in the code, both from 1. */
export type CodePosition = NonNullable<EditorTrialResult["failure_position"]>;

const LOOKS: Record<ConsoleType, { icon: LucideIcon | null; className: string }> = {
  log: { icon: null, className: "" },
  info: { icon: Info, className: "" },
  debug: { icon: null, className: "text-ink-3" },
  warn: { icon: TriangleAlert, className: "bg-hold-bg text-hold" },
  error: { icon: CircleAlert, className: "bg-bad-bg text-bad" },
};

export interface ConsoleLinesProps {
  lines: readonly ConsoleLine[];
  /** The place of the error that the last line reports. */
  failurePosition?: CodePosition | null;
  /** Goes to a place in the code. */
  onReveal?: (position: CodePosition) => void;
  /** Said if there are no lines. */
  emptyText: string;
}

export function ConsoleLines({ lines, failurePosition, onReveal, emptyText }: ConsoleLinesProps) {
  if (lines.length === 0) return <p className="px-4 py-2.5 text-sm text-ink-3">{emptyText}</p>;
  return (
    <ol aria-label="Console lines" className="mono">
      {lines.map(({ type, message }, at) => {
        const { icon: Icon, className } = LOOKS[type];
        const place = at === lines.length - 1 ? failurePosition : undefined;
        return (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- lines have no id, and never change their order
            key={at}
            className={cx("flex items-start gap-3 border-b border-line px-4 py-1.5 leading-5", className)}
          >
            <span className="flex w-14 shrink-0 items-center gap-1 leading-5">
              {Icon ? <Icon aria-hidden className="size-3.5 shrink-0" /> : <span className="w-3.5" />}
              {type}
            </span>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere] whitespace-pre-wrap">{message}</span>
            {place && onReveal ? (
              <button
                type="button"
                onClick={() => onReveal(place)}
                className="shrink-0 underline underline-offset-2"
              >
                line {place.line}
              </button>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
