/**
 * Which window lies on top, what is out of reach behind it, and where does the focus go when it closes?
 *
 * Only `modal.tsx` asks. Everything beside the top window is `inert`: no press, no Tab and no screen reader reaches it.
 * Two things stay within reach: what a window opens later, such as a menu, and what has `OVER_WINDOWS`, such as toasts.
 * A native `<dialog>` would make those inert too, so a toast about a failed save could not be read out or pressed.
 */

/** The attribute of a child of `<body>` that stays usable while a window is open. */
export const OVER_WINDOWS = { "data-over-windows": "" };

/** How many of the last focused elements are remembered: enough to get past the items of closed menus. */
const REMEMBERED = 20;

interface OpenWindow {
  layer: HTMLElement;
  onEscape: () => void;
}

let windows: readonly OpenWindow[] = [];
let madeInert: readonly Element[] = [];
let lastFocused: readonly HTMLElement[] = [];

document.addEventListener("focusin", ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  lastFocused = [...lastFocused.filter((other) => other !== target && other.isConnected), target].slice(
    -REMEMBERED,
  );
});

/** Puts `layer`, a child of `<body>`, on top. Returns a function that takes it away and gives the focus back. */
export function putOnTop(layer: HTMLElement, onEscape: () => void): () => void {
  const opened = { layer, onEscape };
  const focusedBefore = lastFocused.filter((element) => !layer.contains(element));
  replaceWindows([...windows, opened]);
  return () => {
    replaceWindows(windows.filter((other) => other !== opened));
    const { activeElement } = document;
    const hasFocus =
      activeElement === null || activeElement === document.body || layer.contains(activeElement);
    if (hasFocus) focusedBefore.findLast(canTakeFocus)?.focus();
  };
}

function canTakeFocus(element: HTMLElement): boolean {
  return element.isConnected && element.checkVisibility() && element.closest("[inert]") === null;
}

function replaceWindows(next: readonly OpenWindow[]): void {
  if (windows.length === 0) window.addEventListener("keydown", closeOnEscape);
  if (next.length === 0) window.removeEventListener("keydown", closeOnEscape);
  windows = next;
  for (const element of madeInert) setInert(element, false);
  const top = next.at(-1);
  madeInert = top
    ? [...document.body.children].filter(
        (element) => element !== top.layer && !element.matches("[data-over-windows],[inert]"),
      )
    : [];
  for (const element of madeInert) setInert(element, true);
}

/** `aria-hidden` repeats it for tools that do not know `inert`. */
function setInert(element: Element, isInert: boolean): void {
  element.toggleAttribute("inert", isInert);
  if (isInert) element.setAttribute("aria-hidden", "true");
  else element.removeAttribute("aria-hidden");
}

/** On the window, so that a menu, a list or an editor inside handles the key first and keeps it to itself. */
function closeOnEscape(press: KeyboardEvent): void {
  if (press.key !== "Escape" || press.defaultPrevented || press.isComposing) return;
  press.preventDefault();
  windows.at(-1)?.onEscape();
}
