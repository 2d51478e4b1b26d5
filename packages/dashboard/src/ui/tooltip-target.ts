/** The element with a tooltip that this one is, or is part of. */
export function tooltipTarget(node: EventTarget | null): HTMLElement | null {
  return node instanceof Element ? node.closest<HTMLElement>("[data-tooltip],[data-timestamp]") : null;
}
