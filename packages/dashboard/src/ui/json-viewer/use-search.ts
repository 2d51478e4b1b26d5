/**
 * What does the person search for in a body, and which hit is the current one?
 *
 * A page may name a word that is marked from the start, such as the one by which a person found this body. The bar begins
 * with it. `step` is a new object for every move, so that a move to the only hit scrolls it into view again.
 */
import { useState } from "react";

export type Search = {
  isOpen: boolean;
  /** While the bar is closed: the word that the page marks, if any. */
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

export function useSearch(marked: string): Search {
  const [isOpen, setIsOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const [query, setQuery] = useState("");
  const [step, setStep] = useState({ hit: 0 });
  return {
    isOpen,
    query: isOpen ? query : marked,
    step,
    openings,
    open: () => {
      setIsOpen(true);
      if (query === "") setQuery(marked);
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
