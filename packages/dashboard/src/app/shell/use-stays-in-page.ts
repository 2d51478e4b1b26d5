/**
 * Puts an element back where it was when somebody takes it out of the document, or one that it is in. Returns the ref of the
 * element. It is for what a person should not remove in the tools of their browser.
 */
import { useCallback } from "react";

/** The element, and all that it is in up to the document's own. */
function chainOf(element: Element): Element[] {
  return element.parentElement ? [element, ...chainOf(element.parentElement)] : [element];
}

export function useStaysInPage() {
  return useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const chain = chainOf(element);
    const watching = new MutationObserver(() => {
      for (const [at, one] of chain.entries()) {
        const parent = chain[at + 1];
        if (parent && one.parentElement !== parent) parent.append(one);
      }
    });
    watching.observe(element.ownerDocument, { childList: true, subtree: true });
    return () => watching.disconnect();
  }, []);
}
