/**
 * Which rows of a list does the next frame draw?
 *
 * The first frame of a page draws as many as the window has room for. The rest follows in the background, without
 * blocking keys or clicks.
 */
import { useDeferredValue } from "react";

/** About the height of a row. */
const ROW_PX = 36;

/** `key` names the list and its page. */
export function useShownRows<Row>(key: string, rows: readonly Row[]): readonly Row[] {
  const isWhole = useDeferredValue(key, "") === key;
  return isWhole ? rows : rows.slice(0, Math.ceil(window.innerHeight / ROW_PX));
}
