/** How does the keyboard walk along the rows? From link to link; from anywhere inside a row to the one beside it. */

/** Marks the link of a row that takes the focus. */
export const ROW_LINK = "data-row-link";

export function moveRowFocus(table: HTMLElement | null, step: 1 | -1): void {
  const links = [...(table?.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`) ?? [])];
  const at = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
  const target = at < 0 ? links[0] : links[Math.min(Math.max(at + step, 0), links.length - 1)];
  target?.focus();
}
