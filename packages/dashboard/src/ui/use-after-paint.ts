/**
 * What does the screen show already? The value of the latest frame that was painted.
 *
 * What a person waits for is drawn in the frame of the click. What can follow it (room beside it, its queries) waits for
 * that paint, so that one long frame becomes two short ones.
 */
import { useEffect, useState } from "react";

/** `first` is the answer before anything was painted. */
export function useAfterPaint<T>(value: T, first = value): T {
  const [painted, setPainted] = useState(first);
  useEffect(() => {
    // A timer that is set in a frame runs after the paint of that frame. Timers keep their order, so the last value stays.
    requestAnimationFrame(() => setTimeout(() => setPainted(value)));
  }, [value]);
  return painted;
}
