/** How do pointer and keys change the brush of a chart? The pure part is `brush.ts`; this connects it to an element. */
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { brushAfterKey, bucketAt, chosenRange, NO_BRUSH, type Brush } from "./brush.ts";

export interface ChosenBuckets {
  first: number;
  /** Included. */
  last: number;
}

export function useBrush(buckets: number, onChoose: (chosen: ChosenBuckets) => void) {
  const [brush, setBrush] = useState<Brush>(NO_BRUSH);
  const [isDragging, setIsDragging] = useState(false);
  const choose = (final: Brush) => {
    const chosen = chosenRange(final);
    setIsDragging(false);
    setBrush(NO_BRUSH);
    if (chosen) onChoose(chosen);
  };
  const drop = () => {
    setIsDragging(false);
    setBrush(NO_BRUSH);
  };
  const bucketUnder = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    return bucketAt((clientX - box.left) / box.width, buckets);
  };
  return {
    cursor: brush.cursor,
    range: chosenRange(brush),
    handlers: {
      onPointerDown: (press: PointerEvent<HTMLElement>) => {
        if (press.button !== 0) return;
        press.currentTarget.setPointerCapture(press.pointerId);
        const cursor = bucketUnder(press);
        setIsDragging(true);
        setBrush({ cursor, anchor: cursor });
      },
      onPointerMove: (move: PointerEvent<HTMLElement>) => {
        const cursor = bucketUnder(move);
        if (cursor !== brush.cursor) setBrush({ cursor, anchor: isDragging ? brush.anchor : null });
      },
      onPointerUp: (release: PointerEvent<HTMLElement>) => {
        if (isDragging) choose({ ...brush, cursor: bucketUnder(release) });
      },
      onPointerLeave: () => {
        if (!isDragging) drop();
      },
      onPointerCancel: drop,
      onBlur: drop,
      onKeyDown: (press: KeyboardEvent<HTMLElement>) => {
        const next = brushAfterKey(brush, press, buckets);
        const isChosen = press.key === "Enter" && brush.cursor !== null;
        if (isChosen) choose(brush);
        else if (next) setBrush(next);
        else return;
        press.preventDefault();
        press.stopPropagation();
      },
    },
  };
}
