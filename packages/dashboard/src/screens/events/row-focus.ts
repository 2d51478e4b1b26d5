/** Which row has the keyboard, and is anybody reading the list? Asked of the page itself, when it matters. */

/** Scrolled, under the pointer, or holding the keyboard focus: nothing may move now. */
export function isBeingRead(box: HTMLElement | null): boolean {
  return box !== null && (box.scrollTop > 0 || box.matches(":hover") || box.contains(document.activeElement));
}

export function focusedEventId(box: HTMLElement | null): string | undefined {
  const active = document.activeElement;
  if (!box?.contains(active)) return undefined;
  return active?.closest<HTMLElement>("[data-event-id]")?.dataset["eventId"];
}

function focusLinkIn(row: Element | null | undefined): void {
  row?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

export function focusRow(box: HTMLElement | null, eventId: string): void {
  focusLinkIn(box?.querySelector(`[data-event-id="${CSS.escape(eventId)}"]`));
}

export function focusFirstRow(box: HTMLElement | null): void {
  focusLinkIn(box?.querySelector("[data-event-id]"));
}
