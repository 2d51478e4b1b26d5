/**
 * "3 new": shows the rows that wait while the list is held.
 *
 * A wide page has it in its bar. On a narrow one the bar has no room, so it overlaps the edge of the table: it covers no
 * row and moves nothing when it appears. There its parent is `relative`.
 */
import { ArrowUp } from "lucide-react";
import { Button } from "../button.tsx";
import type { HeldList, LiveRow } from "./held-list.ts";

export interface WaitingButtonProps {
  list: Pick<HeldList<LiveRow>, "waiting" | "isGap">;
  /** A page has both; the width of the window decides which one is shown. */
  place: "bar" | "edge";
  onShow: (isByKeyboard: boolean) => void;
}

export function WaitingButton({ list, place, onShow }: WaitingButtonProps) {
  if (list.waiting === 0) return null;
  const words = `${list.waiting}${list.isGap ? "+" : ""} new`;
  if (place === "bar")
    return (
      <Button
        size="sm"
        icon={<ArrowUp aria-hidden />}
        className="animate-[rise_150ms_ease-out] tabular-nums max-lg:hidden"
        onClick={(press) => onShow(press.detail === 0)}
      >
        {words}
      </Button>
    );
  return (
    <button
      type="button"
      onClick={(press) => onShow(press.detail === 0)}
      className="absolute -top-3 left-1/2 z-20 inline-flex h-6 -translate-x-1/2 animate-[rise_150ms_ease-out] items-center gap-1 rounded-full bg-btn px-2.5 text-xs font-medium text-on-btn tabular-nums transition-colors hover:bg-btn-hover lg:hidden"
    >
      <ArrowUp aria-hidden className="size-3" />
      {words}
    </button>
  );
}
