/**
 * Buttons for the next and the previous page. Lists have cursors, so there are no page numbers.
 */
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../button.tsx";

export interface PaginationProps {
  /** What the page shows, such as "100 events". */
  children?: ReactNode;
  /** Undefined if there is no such page. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

export function Pagination({ children, onPrevious, onNext }: PaginationProps) {
  return (
    <nav
      aria-label="Pages"
      className="flex items-center justify-between gap-3 py-2 text-xs text-ink-3 tabular-nums"
    >
      <span>{children}</span>
      <span className="flex gap-1.5">
        <Button size="sm" icon={<ChevronLeft />} disabled={!onPrevious} onClick={onPrevious}>
          Previous
        </Button>
        <Button size="sm" disabled={!onNext} onClick={onNext}>
          Next
          <ChevronRight />
        </Button>
      </span>
    </nav>
  );
}
