/**
 * "3 new": shows the rows that wait while the list is held. Overlaps the edge of the table, so that it covers no row and
 * moves nothing when it appears. Its parent is `relative`.
 */
import { ArrowUp } from "lucide-react";
import type { HeldList, LiveRow } from "./held-list.ts";

export interface WaitingButtonProps {
  list: Pick<HeldList<LiveRow>, "waiting" | "isGap">;
  onShow: (isByKeyboard: boolean) => void;
}

export function WaitingButton({ list, onShow }: WaitingButtonProps) {
  if (list.waiting === 0) return null;
  return (
    <button
      type="button"
      onClick={(press) => onShow(press.detail === 0)}
      className="absolute -top-3 left-1/2 z-20 inline-flex h-6 -translate-x-1/2 animate-[rise_150ms_ease-out] items-center gap-1 rounded-full bg-btn px-2.5 text-xs font-medium text-on-btn tabular-nums transition-colors hover:bg-btn-hover"
    >
      <ArrowUp aria-hidden className="size-3" />
      {list.waiting}
      {list.isGap ? "+" : ""} new
    </button>
  );
}
