/**
 * The foot of an editor: what is wrong, in words, with line and column. Without a problem it says how to leave the
 * editor by keyboard, while the editor has the focus. Its height never changes.
 */
import { CircleAlert, TriangleAlert } from "lucide-react";
import { problemText } from "./problem-text.ts";
import type { Problem } from "./editor-types.ts";

export const LEAVE_HINT = "Tab indents. To leave the editor, press Escape, then Tab.";

export interface ProblemListProps {
  id: string;
  text: string;
  problems: readonly Problem[];
  /** Shown where there is no problem. */
  hint?: string | undefined;
  /** Puts the cursor at the problem. */
  onReveal?: (problem: Problem) => void;
}

export function ProblemList({ id, text, problems, hint, onReveal }: ProblemListProps) {
  const [first] = problems;
  return (
    <div className="flex h-7 shrink-0 items-center gap-2 overflow-hidden border-t border-line px-3 text-xs text-ink-3">
      <p id={id} aria-live="polite" className="min-w-0 truncate">
        {first ? (
          <span className={first.severity === "error" ? "text-bad" : "text-hold"}>
            {first.severity === "error" ? (
              <CircleAlert aria-hidden className="mr-1.5 inline size-3.5 align-text-bottom" />
            ) : (
              <TriangleAlert aria-hidden className="mr-1.5 inline size-3.5 align-text-bottom" />
            )}
            {problemText(text, first)}
          </span>
        ) : (
          hint
        )}
      </p>
      {problems.length > 1 ? (
        <span className="shrink-0 tabular-nums">and {problems.length - 1} more</span>
      ) : null}
      {first && onReveal ? (
        <button
          type="button"
          onClick={() => onReveal(first)}
          className="ml-auto shrink-0 rounded-sm px-1.5 py-0.5 text-ink-2 underline-offset-2 hover:bg-sel hover:text-ink"
        >
          Go to line
        </button>
      ) : null}
    </div>
  );
}
