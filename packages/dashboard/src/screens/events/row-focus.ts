/** Which row has the keyboard focus, and does a person read the list right now? Read from the DOM when needed. */

/** True if the list is scrolled, under the pointer, or has the focus. Then no row may move. */
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
