/**
 * A page's main part, and the place beside it for a panel with details.
 *
 * The place is there even while it is empty. Otherwise the main part would be its parent's last child at some times and
 * not at others, and every rule for last children would make the browser style all its rows again.
 */
import type { ReactNode } from "react";

export interface WithPanelProps {
  /** Null while nothing is selected. */
  panel: ReactNode;
  children: ReactNode;
}

export function WithPanel({ panel, children }: WithPanelProps) {
  return (
    <div className="flex min-h-0 flex-1">
      {children}
      <div className="contents">{panel}</div>
    </div>
  );
}
