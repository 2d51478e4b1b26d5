/**
 * Which step of a long form is the person at? The last one whose section begins in the upper part of the screen. Short
 * sections at the end of the form cannot come up that far: there it is the one with the focus, or else the last.
 */
import { useEffect, useState } from "react";

/** A section counts once its top is above this part of the screen's height. */
const LINE = 0.35;

export interface Place {
  id: string;
  /** From the top of the box that scrolls. */
  topPx: number;
  hasFocus: boolean;
}

/** Null if there are no sections. `isAtEnd`: the form cannot be scrolled further down. */
export function stepAt(places: readonly Place[], heightPx: number, isAtEnd: boolean): string | null {
  const begun = places.findLast(({ topPx }) => topPx <= heightPx * LINE);
  const below = isAtEnd ? places.filter(({ topPx }) => topPx > heightPx * LINE) : [];
  return (below.find(({ hasFocus }) => hasFocus) ?? below.at(-1) ?? begun ?? places[0])?.id ?? null;
}

/** How many pixels may be missing at the end: browsers round positions. */
const ROUNDING_PX = 2;

function readStep(ids: readonly string[]): string | null {
  const sections = ids.flatMap((id) => document.getElementById(id) ?? []);
  const box = sections[0]?.closest("main");
  if (!box) return null;
  const top = box.getBoundingClientRect().top;
  const isScrollable = box.scrollHeight > box.clientHeight + ROUNDING_PX;
  const places = sections.map((section) => {
    const place = section.getBoundingClientRect();
    return { id: section.id, topPx: place.top - top, hasFocus: section.contains(document.activeElement) };
  });
  const isAtEnd = isScrollable && box.scrollTop + box.clientHeight >= box.scrollHeight - ROUNDING_PX;
  return stepAt(places, box.clientHeight, isAtEnd);
}

/** `ids` are those of the sections, in their order, inside one `main` that scrolls. */
export function useStepInView(ids: readonly string[]): string | null {
  const [step, setStep] = useState<string | null>(ids[0] ?? null);
  const key = ids.join(" ");
  useEffect(() => {
    const read = () => setStep(readStep(key.split(" ")));
    // Scrolling does not bubble, so the listener must be there before the box that scrolls.
    document.addEventListener("scroll", read, { capture: true, passive: true });
    document.addEventListener("focusin", read);
    return () => {
      document.removeEventListener("scroll", read, { capture: true });
      document.removeEventListener("focusin", read);
    };
  }, [key]);
  return step;
}
