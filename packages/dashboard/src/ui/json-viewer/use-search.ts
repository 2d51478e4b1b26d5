/**
 * What is searched for in a body, and on which hit does the reader stand?
 *
 * `step` is a new object for every move, so that walking onto the only hit brings it into view again.
 */
import { useState } from "react";

export type Search = {
  isOpen: boolean;
  /** Empty while the bar is closed, so that its hits are no longer marked. */
  query: string;
  step: { hit: number };
  /** Counts how often the reader asked for the search: each time, a fresh bar takes the focus. */
  openings: number;
  open: () => void;
  close: () => void;
  changeQuery: (query: string) => void;
  /** One hit on or back, around the ends. */
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
