/**
 * Which row has the keyboard focus, and where does it move? Read from the DOM when needed, so that moving it renders
 * nothing.
 *
 * Each row has one link with `ROW_LINK`: the focus of the row is the focus of that link. A row is the `tr` or `li` around
 * it.
 */

/** Marks the link that receives the focus of its row. */
export const ROW_LINK = "data-row-link";

export function rowOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>("tr,li") ?? null;
}

function linksIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`) ?? [])];
}

/** The row that contains the focus. */
export function focusedRow(box: HTMLElement | null): HTMLElement | null {
  const active = document.activeElement;
  return box !== null && active !== box && box.contains(active) ? rowOf(active) : null;
}

/** Without a row: the first one. */
export function focusRow(box: HTMLElement | null, row?: Element | null): void {
  const link = row?.querySelector<HTMLElement>(`[${ROW_LINK}]`) ?? (row ? undefined : linksIn(box)[0]);
  link?.focus({ preventScroll: true });
  rowOf(link ?? null)?.scrollIntoView({ block: "nearest" });
}

/**
 * Moves the focus from the focused row, or else from `from`, to the next (1) or previous (-1) one. Without either, it
 * goes to the first row. Returns the row that has the focus now.
 */
export function moveRowFocus(
  box: HTMLElement | null,
  step: 1 | -1,
  from: Element | null = null,
): HTMLElement | null {
  const rows = linksIn(box).map(rowOf);
  const at = rows.indexOf(focusedRow(box) ?? rowOf(from));
  const target = at < 0 ? rows[0] : rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
  if (target) focusRow(box, target);
  return target ?? null;
}

/** On a phone the page scrolls instead of the list. */
function pageAround(box: HTMLElement | null): HTMLElement | null {
  return box?.closest("main") ?? null;
}

export function scrollToFirstRow(box: HTMLElement | null): void {
  box?.scrollTo({ top: 0 });
  pageAround(box)?.scrollTo({ top: 0 });
}

/** True if the list is scrolled, under the pointer, or has the focus. Then no row may move. */
export function isBeingRead(box: HTMLElement | null): boolean {
  if (box === null) return false;
  const isScrolled = box.scrollTop > 0 || (pageAround(box)?.scrollTop ?? 0) > 0;
  return isScrolled || box.matches(":hover") || box.contains(document.activeElement);
}

/** A person is about to act on the ticked rows, so they may not move either. */
export function hasTickedRow(box: HTMLElement | null): boolean {
  return box !== null && box.querySelector("tr[data-ticked]") !== null;
}

/** A person reads what an expanded row shows below it, so that row may not move. */
export function hasExpandedRow(box: HTMLElement | null): boolean {
  return box !== null && box.querySelector("tr [aria-expanded=true]") !== null;
}
