/**
 * The console below code or an execution. Open and closed, it has a fixed height each, so that a run moves nothing.
 */
import { cx } from "class-variance-authority";
import { ChevronDown } from "lucide-react";
import { useId, useState, type ReactNode } from "react";

export interface CollapsibleConsoleProps {
  lineCount: number;
  /** At the end of the bar: the outcome of a run, a button. */
  aside?: ReactNode;
  /** The height of the open console, without its bar. */
  className?: string;
  children: ReactNode;
}

export function CollapsibleConsole({ lineCount, aside, className, children }: CollapsibleConsoleProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(true);
  return (
    <section aria-label="Console" className="flex shrink-0 flex-col border-t border-line bg-surface">
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 px-4">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="flex h-10 items-center gap-2 text-sm font-medium"
        >
          <ChevronDown
            aria-hidden
            className={cx("size-4 text-ink-3 transition-transform", !isOpen && "-rotate-90")}
          />
          Console
          <span className="font-normal text-ink-2 tabular-nums">
            {lineCount} {lineCount === 1 ? "line" : "lines"}
          </span>
        </button>
        <div className="ml-auto flex items-center gap-2">{aside}</div>
      </div>
      {isOpen ? (
        <section
          id={id}
          aria-label="Console output"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
          tabIndex={0}
          className={cx(
            "overflow-y-auto border-t border-line focus-visible:outline-offset-[-2px]",
            className,
          )}
        >
          {children}
        </section>
      ) : null}
    </section>
  );
}
