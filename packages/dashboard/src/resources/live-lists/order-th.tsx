/** The head of the column by which a live list is ordered. A press turns the order round. */
import { ArrowDown, ArrowUp } from "lucide-react";
import { Th } from "../../ui/table.tsx";
import type { LiveListSearch } from "./live-list-kind.ts";

export interface OrderThProps {
  list: { search: LiveListSearch; order: (dir: LiveListSearch["dir"]) => void };
  /** "Event Date" */
  name: string;
  className?: string;
}

export function OrderTh({ list: { search, order }, name, className }: OrderThProps) {
  const isOldestFirst = search.dir === "asc";
  const Arrow = isOldestFirst ? ArrowUp : ArrowDown;
  return (
    <Th aria-sort={isOldestFirst ? "ascending" : "descending"} className={className}>
      <button
        type="button"
        className="-mx-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 hover:text-ink"
        data-tooltip={isOldestFirst ? "Show the newest first" : "Show the oldest first"}
        onClick={() => order(isOldestFirst ? undefined : "asc")}
      >
        {name}
        <Arrow aria-hidden className="size-3" />
      </button>
    </Th>
  );
}
