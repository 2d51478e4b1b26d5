/**
 * The frame around a body: its name, type and size, the controls, and the search bar.
 *
 * Tree and raw text use the same frame, so that Mod+F, search and copy work the same for every body.
 */
import { Search as SearchIcon } from "lucide-react";
import { useMemo, useRef, type KeyboardEvent, type ReactNode } from "react";
import { CopyButton } from "../copy-button.tsx";
import { IconButton } from "../icon-button.tsx";
import { later } from "../later.tsx";
import type { Search } from "./use-search.ts";

/** Loads before a person can open it, when the pointer or the focus enters the frame. */
const searching = later(() => import("./search-bar.tsx"));
const SearchBar = searching.component((loaded) => loaded.SearchBar);

export type ViewerFrameProps = {
  text: string;
  contentType: string | null;
  label: string;
  /** Undefined if there is nothing on screen to search. */
  search?: Search;
  hitCount?: number;
  controls?: ReactNode;
  /** What the copy button copies, if not the body. A text that is still on its way cannot be copied. */
  copied?: { text: string | null; label: string } | undefined;
  children: ReactNode;
};

export function ViewerFrame(props: ViewerFrameProps): ReactNode {
  const { text, search, hitCount = 0 } = props;
  const copied = props.copied ?? { text, label: `Copy ${props.label.toLowerCase()}` };
  const size = useMemo(() => (text === "" ? null : sizeText(text)), [text]);
  const content = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const isFind = (event.metaKey || event.ctrlKey) && !event.shiftKey && event.key.toLowerCase() === "f";
    if (!isFind || !search) return;
    event.preventDefault();
    event.stopPropagation();
    search.open();
  };
  const closeSearch = () => {
    search?.close();
    content.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Mod+F from its children
    <section
      aria-label={props.label}
      onKeyDown={onKeyDown}
      onPointerEnter={searching.load}
      onFocus={searching.load}
      className="min-w-0"
    >
      {/* Where the controls leave no room for it, the description has a line of its own. */}
      <div className="mb-1.5 flex min-h-6 flex-wrap items-center justify-end gap-1 text-[12px] text-(--ink-2)">
        {/* The size is on a second line, out of sight, if it has no room beside the type. */}
        <p className="flex h-[1lh] min-w-28 flex-1 flex-wrap gap-x-1 overflow-hidden">
          <span className="max-w-full truncate">
            {[props.label, props.contentType].filter(Boolean).join(" · ")}
          </span>
          {size === null ? null : <span>· {size}</span>}
        </p>
        <div className="flex items-center gap-1">
          {props.controls}
          {search && <IconButton size="sm" label="Search" icon={<SearchIcon />} onClick={search.open} />}
          {copied.text ? <CopyButton value={copied.text} label={copied.label} /> : null}
        </div>
      </div>
      {search?.isOpen && (
        <SearchBar key={search.openings} search={search} hitCount={hitCount} onClose={closeSearch} />
      )}
      <div ref={content}>{props.children}</div>
    </section>
  );
}

function sizeText(text: string): string {
  const isPlain = !/[\u0080-\uFFFF]/.test(text); // usually true, and then we need no copy of a million bytes
  const bytes = isPlain ? text.length : new TextEncoder().encode(text).length;
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
