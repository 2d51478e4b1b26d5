/**
 * What does the person search for in a body, and which hit is the current one?
 *
 * `step` is a new object for every move, so that a move to the only hit scrolls it into view again.
 */
import { useState } from "react";

export type Search = {
  isOpen: boolean;
  /** Empty while the bar is closed, so that no hits are marked. */
  query: string;
  step: { hit: number };
  /** How often the search was opened. Each time, a new bar takes the focus. */
  openings: number;
  open: () => void;
  close: () => void;
  changeQuery: (query: string) => void;
  /** Goes to the next or previous hit, and from the last to the first. */
  walk: (direction: 1 | -1, hitCount: number) => void;
};

export function useSearch(): Search {
  const [isOpen, setIsOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const [query, setQuery] = useState("");
  const [step, setStep] = useState({ hit: 0 });
  return {
    isOpen,
    query: isOpen ? query : "",
    step,
    openings,
    open: () => {
      setIsOpen(true);
      setOpenings(openings + 1);
    },
    close: () => setIsOpen(false),
    changeQuery: (changed) => {
      setQuery(changed);
      setStep({ hit: 0 });
    },
    walk: (direction, hitCount) => {
      if (hitCount > 0) setStep({ hit: (step.hit + direction + hitCount) % hitCount });
    },
  };
}
