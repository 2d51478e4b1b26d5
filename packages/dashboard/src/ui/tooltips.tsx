/**
 * The tooltips of the page, whose code loads when a person first comes to an element that has one (tooltip-layer.tsx).
 *
 * What the person does while the code loads is kept: the pointer may have moved on, and a tap ends with a click. Without its
 * code, a page has no tooltips, and nothing else is missing.
 */
import { useEffect, useRef, useState } from "react";
import { later } from "./later.tsx";
import { tooltipTarget } from "./tooltip-target.ts";

const TooltipLayer = later(() => import("./tooltip-layer.tsx")).component(
  (loaded) => loaded.TooltipLayer,
  undefined,
  () => null,
);

const BEGINNINGS = ["pointerover", "focusin", "click"] as const;

export function Tooltips() {
  const [isNeeded, setIsNeeded] = useState(false);
  const newest = useRef<Event | null>(null);
  useEffect(() => {
    const notice = (event: Event) => {
      newest.current = event;
      if (tooltipTarget(event.target)) setIsNeeded(true);
    };
    for (const type of BEGINNINGS) document.addEventListener(type, notice);
    return () => {
      for (const type of BEGINNINGS) document.removeEventListener(type, notice);
    };
  }, []);
  return isNeeded ? <TooltipLayer begun={newest} /> : null;
}
