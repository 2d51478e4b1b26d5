/**
 * The one tooltip of the page. It serves every element with `data-tooltip="text"` or `data-timestamp="ISO time"`.
 *
 * The listeners are on the document on purpose: a hundred rows with two popup components each would cost 200 ms. The
 * tooltip opens after a short hover, or at once on keyboard focus and while another one is open, so that a person can run
 * along the bars of a chart. It closes on Esc, press and scroll. A finger cannot hover, so a press opens the tooltip of an
 * element with `data-tooltip-press`, which does nothing else (info-button.tsx). While it is open, it describes its element
 * for assistive technology. The app's root renders it once (tooltips.tsx).
 */
import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { fullTime, relativeTime } from "./time.ts";
import { tooltipTarget } from "./tooltip-target.ts";

const OPENS_AFTER_MS = 350;
const GAP_PX = 6;
const EDGE_PX = 8;

interface Open {
  target: HTMLElement;
  text: string;
  /** If focus or a press opened the tooltip, moving the pointer away does not close it. */
  by: "focus" | "hover" | "press";
}

function tooltipText({ dataset }: HTMLElement): string {
  if (dataset["timestamp"] === undefined) return dataset["tooltip"] ?? "";
  const date = new Date(dataset["timestamp"]);
  return `${fullTime(date)}\n${relativeTime(date, new Date())}`;
}

export interface TooltipLayerProps {
  /** What a person did last before this layer was there. */
  begun?: RefObject<Event | null>;
}

export function TooltipLayer({ begun }: TooltipLayerProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const bubble = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    let timer = 0;
    let isOpen = false;
    /** The element whose tooltip a press has opened. */
    let pressed: HTMLElement | null = null;
    /** The same, until the press that has begun is over: it has closed that tooltip. */
    let closing: HTMLElement | null = null;
    const show = (target: HTMLElement, by: Open["by"]) => {
      const text = tooltipText(target);
      isOpen = text !== "";
      pressed = by === "press" ? target : null;
      setOpen(isOpen ? { target, text, by } : null);
    };
    const hide = () => {
      window.clearTimeout(timer);
      isOpen = false;
      pressed = null;
      setOpen(null);
    };
    const pressDown = () => {
      closing = pressed;
      hide();
    };
    const press = ({ target }: Event) => {
      const explained = tooltipTarget(target);
      if (explained?.dataset["tooltipPress"] !== undefined && explained !== closing) {
        window.clearTimeout(timer);
        show(explained, "press");
      }
      closing = null;
    };
    const hover = (move: PointerEvent) => {
      if (move.pointerType === "touch") return;
      window.clearTimeout(timer);
      const target = tooltipTarget(move.target);
      if (target) timer = window.setTimeout(show, isOpen ? 0 : OPENS_AFTER_MS, target, "hover");
      else {
        isOpen = false;
        setOpen((shown) => (shown?.by === "hover" ? null : shown));
      }
    };
    const focus = (move: Event) => {
      const target = tooltipTarget(move.target);
      if (target?.matches(":focus-visible")) show(target, "focus");
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key === "Escape") hide();
    };
    document.addEventListener("pointerover", hover);
    document.addEventListener("focusin", focus);
    document.addEventListener("focusout", hide);
    document.addEventListener("pointerdown", pressDown);
    document.addEventListener("click", press);
    document.addEventListener("keydown", escape);
    document.addEventListener("scroll", hide, { capture: true, passive: true });
    const last = begun?.current;
    if (last?.type === "click") press(last);
    else if (last?.type === "focusin") focus(last);
    else if (last instanceof PointerEvent) hover(last);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("pointerover", hover);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("pointerdown", pressDown);
      document.removeEventListener("click", press);
      document.removeEventListener("keydown", escape);
      document.removeEventListener("scroll", hide, { capture: true });
    };
  }, [begun]);

  // Place it below the target, or above if there is no room, and always inside the window.
  useLayoutEffect(() => {
    const box = bubble.current;
    if (!open || !box) return undefined;
    const at = open.target.getBoundingClientRect();
    const left = at.left + at.width / 2 - box.offsetWidth / 2;
    const fitsBelow = at.bottom + GAP_PX + box.offsetHeight < window.innerHeight;
    box.style.left = `${Math.max(EDGE_PX, Math.min(left, window.innerWidth - box.offsetWidth - EDGE_PX))}px`;
    box.style.top = `${fitsBelow ? at.bottom + GAP_PX : at.top - GAP_PX - box.offsetHeight}px`;
    // A screen reader has just read the name, so a tooltip with the same text adds nothing.
    if (open.target.getAttribute("aria-label") === open.text) return undefined;
    const before = open.target.getAttribute("aria-describedby");
    open.target.setAttribute("aria-describedby", before ? `${before} ${id}` : id);
    return () => {
      if (before) open.target.setAttribute("aria-describedby", before);
      else open.target.removeAttribute("aria-describedby");
    };
  }, [open, id]);

  if (!open) return null;
  return (
    <div
      ref={bubble}
      id={id}
      role="tooltip"
      className="pointer-events-none fixed top-0 left-0 z-60 max-w-80 rounded-sm bg-btn px-2 py-1 text-xs whitespace-pre-line text-on-btn tabular-nums"
    >
      {open.text}
    </div>
  );
}
