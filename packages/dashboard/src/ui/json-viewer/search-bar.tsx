/**
 * How does a person search a body?
 *
 * Enter goes to the next hit, Shift+Enter back, Escape closes. Screen readers announce the count. A query of one
 * character gets 'No match found.', like any text that does not occur.
 */
import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { IconButton } from "../icon-button.tsx";
import type { Search } from "./use-search.ts";

export type SearchBarProps = { search: Search; hitCount: number; onClose: () => void };

export function SearchBar({ search, hitCount, onClose }: SearchBarProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") search.walk(event.shiftKey ? -1 : 1, hitCount);
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="mb-1.5 flex items-center gap-1">
      <input
        ref={input}
        type="search"
        aria-label="Search in body"
        placeholder="Search in body"
        value={search.query}
        onChange={(event) => search.changeQuery(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-7 min-w-0 flex-1 rounded-[6px] border border-(--line-strong) bg-(--surface) px-2 text-[13px] text-(--ink) placeholder:text-(--ink-3) focus-visible:outline-2 focus-visible:outline-(--ring) [&::-webkit-search-cancel-button]:hidden"
      />
      <output className="min-w-16 px-1 text-right text-[12px] whitespace-nowrap text-(--ink-2) tabular-nums">
        {countText(search, hitCount)}
      </output>
      <IconButton
        size="sm"
        label="Previous match"
        icon={<ChevronUp />}
        disabled={hitCount === 0}
        onClick={() => search.walk(-1, hitCount)}
      />
      <IconButton
        size="sm"
        label="Next match"
        icon={<ChevronDown />}
        disabled={hitCount === 0}
        onClick={() => search.walk(1, hitCount)}
      />
      <IconButton size="sm" label="Close search" icon={<X />} onClick={onClose} />
    </div>
  );
}

function countText(search: Search, hitCount: number): string {
  if (search.query === "") return "";
  if (hitCount === 0) return "No match found.";
  return `${search.step.hit + 1} / ${hitCount}`;
}
