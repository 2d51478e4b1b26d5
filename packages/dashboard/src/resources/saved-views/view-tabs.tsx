/**
 * The names of the views as links, with how many rows each shows. "All" comes first, the CLI view last.
 *
 * Up to five views have a tab; a menu has the others. On a narrow screen the tabs scroll sideways.
 */
import { CLI_VIEW_ID, type SavedView } from "@posthorn/contract/saved-views";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { boundedText } from "../../ui/count.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { OwnLink } from "../own-link.tsx";
import { viewCountQuery, type Counting } from "./saved-view-queries.ts";
import { splitViews, viewAddress } from "./view-filters.ts";

export interface ViewTabsProps {
  counting: Counting;
  views: readonly SavedView[];
  /** Undefined: the whole list. */
  currentId: string | undefined;
  /** The filters on screen are not those of the current view. */
  isChanged: boolean;
}

export function ViewTabs({ counting, views, currentId, isChanged }: ViewTabsProps) {
  const { resource } = counting;
  const navigate = useNavigate();
  const { tabs, others } = splitViews(views, currentId);
  return (
    <nav
      aria-label="Views"
      className="flex min-w-0 items-stretch gap-5 max-sm:h-10 max-sm:w-full max-sm:border-b max-sm:border-line"
    >
      <ul className="flex min-w-0 items-stretch gap-5 overflow-x-auto overflow-y-hidden [scrollbar-width:none]">
        <ViewTab address={viewAddress(resource, {})} isCurrent={currentId === undefined}>
          All
        </ViewTab>
        {tabs.map((view) => (
          <ViewTab
            key={view.id}
            address={viewAddress(resource, view)}
            isCurrent={view.id === currentId}
            isChanged={view.id === currentId && isChanged}
            count={<ViewCount counting={counting} view={view} />}
          >
            {view.name}
          </ViewTab>
        ))}
        <ViewTab address={viewAddress(resource, { is_cli: true })} isCurrent={currentId === CLI_VIEW_ID}>
          CLI
        </ViewTab>
      </ul>
      {others.length > 0 ? (
        <Menu
          className="max-h-96 max-w-80 overflow-y-auto"
          trigger={
            <button
              type="button"
              className="inline-flex shrink-0 items-center gap-1 self-center rounded-sm px-1 py-0.5 text-sm whitespace-nowrap text-ink-2 hover:text-ink"
            >
              {others.length} more <ChevronDown aria-hidden className="size-3" />
            </button>
          }
        >
          {others.map((view) => (
            <MenuItem key={view.id} onSelect={() => void navigate({ href: viewAddress(resource, view) })}>
              {view.name}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </nav>
  );
}

interface ViewTabProps {
  address: `/${string}`;
  isCurrent: boolean;
  isChanged?: boolean;
  count?: ReactNode;
  children: ReactNode;
}

function ViewTab({ address, isCurrent, isChanged = false, count, children }: ViewTabProps) {
  return (
    <li className="flex shrink-0">
      <OwnLink
        address={address}
        aria-current={isCurrent ? "page" : undefined}
        className="inline-flex items-center gap-1.5 border-b-2 border-transparent text-sm whitespace-nowrap text-ink-2 transition-colors hover:text-ink focus-visible:outline-offset-[-2px] aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
      >
        <span className="max-w-48 truncate">{children}</span>
        {isChanged ? (
          <span
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a dot drawn by CSS
            role="img"
            aria-label="Filters changed"
            data-tooltip="Filters changed"
            className="size-1.5 rounded-full bg-ink"
          />
        ) : null}
        {count}
      </OwnLink>
    </li>
  );
}

function ViewCount({ counting, view }: { counting: Counting; view: SavedView }) {
  const { data } = useQuery(viewCountQuery(counting, view));
  if (data?.count === null) return null;
  return (
    // The width is kept free, so that the tabs do not move when the numbers arrive.
    <span className="min-w-5 font-normal text-ink-3 tabular-nums">{boundedText(data)}</span>
  );
}
