/** What can be done with the ticked rows: how many they are, the actions, and a way out. Stands in the foot of the list. */
import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { countText } from "../count.ts";

export interface TickedBarProps {
  count: number;
  onClear: () => void;
  /** The actions. Each button says on how many of the rows it acts. */
  children: ReactNode;
}

export function TickedBar({ count, onClear, children }: TickedBarProps) {
  return (
    <section aria-label="Selection" className="flex min-w-0 flex-wrap items-center gap-2">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> is for results of a form */}
      <span role="status" className="mr-2 text-sm font-medium tabular-nums">
        {countText(count)} selected
      </span>
      {children}
      <Button variant="quiet" size="sm" onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
