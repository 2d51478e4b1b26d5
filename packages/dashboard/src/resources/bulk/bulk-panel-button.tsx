/** Opens the panel of bulk operations. Its number says how many are ongoing. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { bulkTotalsQuery } from "./bulk-queries.ts";

const BUTTON = "data-bulk-panel-button";

/** Where the focus goes when the panel closes. */
export function focusPanelButton(): void {
  document.querySelector<HTMLElement>(`[${BUTTON}]`)?.focus();
}

export interface BulkPanelButtonProps {
  isOpen: boolean;
  onToggle: () => void;
}

export function BulkPanelButton({ isOpen, onToggle }: BulkPanelButtonProps) {
  const { data: totals } = useQuery(bulkTotalsQuery());
  const ongoing = totals?.ongoing ?? 0;
  return (
    <Button {...{ [BUTTON]: "" }} aria-expanded={isOpen} className="aria-expanded:bg-sel" onClick={onToggle}>
      Bulk operations
      {ongoing > 0 ? (
        <span className="rounded-sm border border-line bg-surface px-1 text-xs tabular-nums">
          {ongoing}
          <span className="sr-only"> ongoing</span>
        </span>
      ) : null}
    </Button>
  );
}
