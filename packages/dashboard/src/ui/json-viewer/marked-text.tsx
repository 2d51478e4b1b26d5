/**
 * Draws a part of the body with the hits of the search marked.
 *
 * The current hit is inverted. A hit that crosses into the next piece is marked in both.
 */
import type { ReactNode } from "react";
import { firstHitFrom, type Hits } from "./find-hits.ts";

export type MarkedTextProps = {
  text: string;
  from: number;
  to: number;
  hits: Hits;
  /** Offset of the current hit; -1 for none. */
  currentStart: number;
};

export function MarkedText({ text, from, to, hits, currentStart }: MarkedTextProps): ReactNode {
  const parts: ReactNode[] = [];
  let drawnTo = from;
  for (let index = firstHitFrom(hits, from - hits.length + 1); index < hits.start.length; index += 1) {
    const start = hits.start[index] ?? to;
    if (start >= to) break;
    const markFrom = Math.max(start, from);
    const markTo = Math.min(start + hits.length, to);
    if (markFrom > drawnTo) parts.push(text.slice(drawnTo, markFrom));
    parts.push(
      <mark
        key={start}
        data-current={start === currentStart || undefined}
        className="rounded-[2px] bg-(--line-strong) text-(--ink) data-current:bg-(--ink) data-current:text-(--surface)"
      >
        {text.slice(markFrom, markTo)}
      </mark>,
    );
    drawnTo = markTo;
  }
  if (drawnTo < to) parts.push(text.slice(drawnTo, to));
  return parts;
}
