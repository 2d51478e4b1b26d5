/**
 * The foot of a list: what the page shows, and buttons for the next and the previous page. While rows are ticked, what
 * can be done with them comes first. Lists have cursors, so there are no page numbers.
 */
import { cx } from "class-variance-authority";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { pageFoot } from "../page-foot.ts";

export interface PaginationProps {
  /** What the page shows, such as "100 events". */
  children?: ReactNode;
  /** A `TickedBar`, while rows are ticked. */
  start?: ReactNode;
  /** Undefined if there is no such page. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

export function Pagination({ children, start, onPrevious, onNext }: PaginationProps) {
  return (
    <div
      ref={pageFoot}
      className={cx(
        "flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 py-2",
        // Where the page scrolls, the actions stay in reach of the rows.
        start !== undefined && "max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:bg-bg",
      )}
    >
      {start}
      <nav
        aria-label="Pages"
        className={cx(
          "flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-xs text-ink-3 tabular-nums",
          start === undefined ? "flex-1" : "ml-auto max-sm:w-full",
        )}
      >
        <span>{children}</span>
        <span className="flex flex-wrap gap-1.5">
          <Button size="sm" icon={<ChevronLeft />} disabled={!onPrevious} onClick={onPrevious}>
            Previous
          </Button>
          <Button size="sm" disabled={!onNext} onClick={onNext}>
            Next
            <ChevronRight />
          </Button>
        </span>
      </nav>
    </div>
  );
}
