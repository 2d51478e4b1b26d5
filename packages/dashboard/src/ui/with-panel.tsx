/**
 * A page's main part, and the place beside it for a panel with details.
 *
 * The place is there even while it is empty. Otherwise the main part would be its parent's last child at some times and
 * not at others, and every rule for last children would make the browser style all its rows again.
 *
 * A panel that opens covers the main part for one frame, and then the main part makes room. To lay out a hundred rows
 * anew takes the browser longer than the panel, which is what a person waits for.
 */
import type { ReactNode } from "react";
import { useAfterPaint } from "./use-after-paint.ts";

export interface WithPanelProps {
  /** Null while nothing is selected. */
  panel: ReactNode;
  children: ReactNode;
}

export function WithPanel({ panel, children }: WithPanelProps) {
  const isInPlace = useAfterPaint(panel !== null);
  return (
    <div className="relative flex min-h-0 flex-1">
      {children}
      <div className={isInPlace ? "contents" : "absolute inset-y-0 right-0 z-20 flex"}>{panel}</div>
    </div>
  );
}
