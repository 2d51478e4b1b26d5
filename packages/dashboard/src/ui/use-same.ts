/** How does a memoised component get a function that changes with every render? As one that never changes and calls the latest. */
import { useCallback, useEffect, useRef } from "react";

export function useSame<Arguments extends readonly unknown[]>(
  act: (...given: Arguments) => void,
): (...given: Arguments) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...given) => latest.current(...given), []);
}
