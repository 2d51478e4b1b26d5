/**
 * How does a person turn the pages of a list? Turning pushes an entry, so that Back returns, and scrolls to the top.
 *
 * A person who goes back with `prev` reaches the first page at the end. Then this removes `prev` from the address: the
 * first page has one address, and only there a list can be live.
 */
import { useEffect, useEffectEvent, type RefObject } from "react";
import { atPage, type PageCursor } from "./list-url.ts";
import { scrollToFirstRow } from "./row-focus.ts";

export interface PagesInput<Search extends PageCursor> {
  search: Search;
  onSearch: (search: Search, how: "push" | "replace") => void;
  /** The cursors in the answer. Undefined until it is there, and while the rows on screen belong to another page. */
  pagination: PageCursor | undefined;
  boxRef: RefObject<HTMLElement | null>;
}

export interface Pages {
  turn: (page: PageCursor) => void;
  /** Undefined if there is no such page. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function usePages<Search extends PageCursor>(input: PagesInput<Search>): Pages {
  const { search, onSearch, pagination, boxRef } = input;
  const turn = (page: PageCursor) => {
    onSearch(atPage(search, page), "push");
    scrollToFirstRow(boxRef.current);
  };
  const isFirst = search.prev !== undefined && pagination !== undefined && pagination.prev === undefined;
  const leaveCursorOut = useEffectEvent(() => onSearch(atPage(search, {}), "replace"));
  useEffect(() => {
    if (isFirst) leaveCursorOut();
  }, [isFirst]);
  const { next, prev } = pagination ?? {};
  return {
    turn,
    onPrevious: prev === undefined ? undefined : () => turn({ prev }),
    onNext: next === undefined ? undefined : () => turn({ next }),
  };
}
