/**
 * Moves the focus into the panel after the keyboard opened a row: at once if the panel exists, else when it appears.
 */
import { useCallback, useRef } from "react";

export function usePanelFocus(): [(element: HTMLElement | null) => void, () => void] {
  const panel = useRef<HTMLElement | null>(null);
  const isAwaited = useRef(false);
  const ref = useCallback((element: HTMLElement | null) => {
    panel.current = element;
    if (element && isAwaited.current) element.focus();
    isAwaited.current = false;
  }, []);
  const focus = useCallback(() => {
    if (panel.current) panel.current.focus();
    else isAwaited.current = true;
  }, []);
  return [ref, focus];
}
