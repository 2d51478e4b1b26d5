/**
 * The rows of a list: a `<tbody>` with one listener for the clicks on all of them.
 *
 * Every row has one real link, marked with `ROW_LINK`. A click elsewhere in the row does the same as that link. Clicks
 * with Mod, Shift or Alt are the browser's own, and so are clicks on other links, buttons and checkboxes. A person who selects text
 * to copy it opens nothing. With `onOpen`, a plain click or Enter on the link calls it instead of following the link;
 * then it also says whether the keyboard opened the row.
 */
import type { MouseEvent, ReactNode } from "react";
import { ROW_LINK, rowOf } from "./row-focus.ts";

export interface ListRowsProps {
  onOpen?: (row: HTMLElement, isByKeyboard: boolean) => void;
  children: ReactNode;
}

/** A checkbox owns its whole cell: a person who misses it by a few pixels opens nothing. */
const CONTROLS = "a,button,td:has(input[type=checkbox])";

export function ListRows({ onOpen, children }: ListRowsProps) {
  const open = (press: MouseEvent<HTMLTableSectionElement>) => {
    if (press.defaultPrevented || press.metaKey || press.ctrlKey || press.shiftKey || press.altKey) return;
    const row = press.target instanceof Element ? rowOf(press.target) : null;
    const link = row?.querySelector<HTMLElement>(`[${ROW_LINK}]`);
    // A row that only holds a table of its own has no link of its own.
    if (!row || !link || rowOf(link) !== row) return;
    const control = press.target instanceof Element ? press.target.closest(CONTROLS) : null;
    if (control !== null && (control !== link || !onOpen)) return;
    if (onOpen) press.preventDefault();
    const isByKeyboard = press.detail === 0;
    if (window.getSelection()?.isCollapsed === false && !isByKeyboard) return;
    if (onOpen) onOpen(row, isByKeyboard);
    else link.click();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- with the keyboard, a person presses the link in the row, and its click arrives here
    <tbody onClick={open}>{children}</tbody>
  );
}
