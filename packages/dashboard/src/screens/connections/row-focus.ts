/** How does the keyboard move along the rows? From the row that contains the focus to the link of the next row. */

/** Marks the link that receives the focus of its row. */
export const ROW_LINK = "data-row-link";

export function moveRowFocus(table: HTMLElement | null, step: 1 | -1): void {
  const links = [...(table?.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`) ?? [])];
  const at = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
  const target = at < 0 ? links[0] : links[Math.min(Math.max(at + step, 0), links.length - 1)];
  target?.focus();
}
