/**
 * What do all windows over the page share? They take the focus, keep the page behind out of reach, close on Esc, and
 * give the focus back. `Dialog`, `EditorModal` and the command palette are built on it.
 *
 * It is our own, because the popup library's dialog weighs 25 kB and some pages open a window at once. The caller mounts
 * it while it is open.
 */
import { cx } from "class-variance-authority";
import {
  createContext,
  use,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { createPortal } from "react-dom";
import { putOnTop } from "./modal-stack.ts";

export interface ModalProps {
  onClose: () => void;
  "aria-label"?: string;
  "aria-labelledby"?: string;
  "aria-describedby"?: string | undefined;
  /**
   * What gets the focus on opening, unless something inside takes it by itself. Default: the first element that Tab
   * would reach.
   */
  initialFocus?: RefObject<HTMLElement | null> | "window" | undefined;
  /** A press beside the window does not close it: there is too much to lose. */
  isKeptOnPressBeside?: boolean;
  /** Place, size and look of the window. */
  className: string;
  children: ReactNode;
}

const TAB_STOPS =
  ':is(a[href],button,input,select,textarea,summary,[contenteditable="true"],[tabindex]):not(:disabled,[tabindex="-1"])';

/** Whether the window around this one is open already. A window on the page has none around it. */
const IsOuterOpen = createContext(true);

export function Modal({
  onClose,
  initialFocus,
  isKeptOnPressBeside = false,
  className,
  children,
  ...aria
}: ModalProps) {
  const layer = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  // Effects of inner components run first. An inner window waits for the outer one, or it would lie below it.
  const isOuterOpen = use(IsOuterOpen);
  const [isOpen, setIsOpen] = useState(false);
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => {
    if (!layer.current || !box.current) return undefined;
    const takeAway = putOnTop(layer.current, () => close());
    if (!box.current.contains(document.activeElement)) focusTarget(box.current, initialFocus).focus();
    setIsOpen(true);
    return takeAway;
    // oxlint-disable-next-line react/exhaustive-deps -- the focus moves once, when the window opens
  }, [isOuterOpen]);

  if (!isOuterOpen) return null;
  return createPortal(
    <div ref={layer} data-window className="fixed inset-0 z-50">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- Esc does the same */}
      <div
        className="absolute inset-0 bg-scrim transition-opacity starting:opacity-0"
        onClick={isKeptOnPressBeside ? undefined : onClose}
      />
      <div
        ref={box}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- `modal-stack.ts` says why it is no <dialog>
        role="dialog"
        tabIndex={-1}
        {...aria}
        className={cx("absolute flex flex-col border bg-surface shadow-lift outline-none", className)}
      >
        <IsOuterOpen value={isOpen}>{children}</IsOuterOpen>
      </div>
    </div>,
    document.body,
  );
}

function focusTarget(box: HTMLElement, wanted: ModalProps["initialFocus"]): HTMLElement {
  if (wanted === "window") return box;
  const stops = [...box.querySelectorAll<HTMLElement>(TAB_STOPS)];
  return wanted?.current ?? stops.find((stop) => stop.checkVisibility()) ?? box;
}
