/**
 * How does a page put its primary action into a header that the frame around it draws?
 *
 * The frame has a `HeaderSlot` in its header and `PageActionsContext` around the page. The page wraps its buttons in
 * `PageActions`, and they appear in the slot.
 */
import { createContext, use, type ReactNode } from "react";
import { createPortal } from "react-dom";

/** The slot in the header; null until it is there. */
export const PageActionsContext = createContext<HTMLElement | null>(null);

export function HeaderSlot({ ref }: { ref: (slot: HTMLElement | null) => void }) {
  return <div ref={ref} className="contents" />;
}

export function PageActions({ children }: { children: ReactNode }) {
  const slot = use(PageActionsContext);
  return slot && createPortal(children, slot);
}
