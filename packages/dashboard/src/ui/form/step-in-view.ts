/**
 * Which step of a long form is the person at? The one with the field that has the focus, as long as that field is in
 * view. After that, the last one whose section begins in the upper part of the screen. Short sections at the end of the
 * form cannot come up that far: there it is the last.
 */
import { useEffect, useState } from "react";

/** A section counts once its top is above this part of the screen's height. */
const LINE = 0.35;

export interface Place {
  id: string;
  /** From the top of the box that scrolls. */
  topPx: number;
  /** What has the focus is in this section, and in view. */
  hasFocus: boolean;
}

/** Null if there are no sections. `isAtEnd`: the form cannot be scrolled further down. */
export function stepAt(places: readonly Place[], heightPx: number, isAtEnd: boolean): string | null {
  const focused = places.find(({ hasFocus }) => hasFocus);
  const begun = isAtEnd ? places.at(-1) : places.findLast(({ topPx }) => topPx <= heightPx * LINE);
  return (focused ?? begun ?? places[0])?.id ?? null;
}

/** How many pixels may be missing at the end: browsers round positions. */
const ROUNDING_PX = 2;

function readStep(ids: readonly string[]): string | null {
  const sections = ids.flatMap((id) => document.getElementById(id) ?? []);
  const box = sections[0]?.closest("main");
  if (!box) return null;
  const top = box.getBoundingClientRect().top;
  const isScrollable = box.scrollHeight > box.clientHeight + ROUNDING_PX;
  const focused = document.activeElement;
  const isFocusInView = focused !== null && isInView(focused, box);
  const places = sections.map((section) => ({
    id: section.id,
    topPx: section.getBoundingClientRect().top - top,
    hasFocus: isFocusInView && section.contains(focused),
  }));
  const isAtEnd = isScrollable && box.scrollTop + box.clientHeight >= box.scrollHeight - ROUNDING_PX;
  return stepAt(places, box.clientHeight, isAtEnd);
}

function isInView(element: Element, box: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const view = box.getBoundingClientRect();
  return bottom > view.top && top < view.bottom;
}

/** `ids` are those of the sections, in their order, inside one `main` that scrolls. */
export function useStepInView(ids: readonly string[]): string | null {
  const [step, setStep] = useState<string | null>(ids[0] ?? null);
  const key = ids.join(" ");
  useEffect(() => {
    const read = () => setStep(readStep(key.split(" ")));
    // A person who presses a step, or another button around the form, has not moved in it.
    const readFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest("main")) read();
    };
    // Scrolling does not bubble, so the listener must be there before the box that scrolls.
    document.addEventListener("scroll", read, { capture: true, passive: true });
    document.addEventListener("focusin", readFocus);
    return () => {
      document.removeEventListener("scroll", read, { capture: true });
      document.removeEventListener("focusin", readFocus);
    };
  }, [key]);
  return step;
}
