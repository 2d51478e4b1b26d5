/** One bookmark beside the list: what can be done with it, then its request data and its details. */
import type { Bookmark } from "@posthorn/contract/bookmarks";
import type { UseQueryResult } from "@tanstack/react-query";
import type { KeyboardEvent, Ref } from "react";
import { connectionOf, type Routes } from "../../resources/connections/use-routes.ts";
import { useProjectPreferences } from "../../resources/preferences/use-project-preferences.ts";
import { LensDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { whyGone } from "../../ui/entity-page/entity-gone.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { panelContentClass, SidePanel } from "../../ui/side-panel.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import { BookmarkButtons } from "./bookmark-buttons.tsx";
import { BookmarkDetails } from "./bookmark-details.tsx";
import { BookmarkRequest } from "./bookmark-request.tsx";
import type { BookmarkTab } from "./bookmarks-url.ts";

export interface BookmarkPanelProps {
  bookmark: UseQueryResult<Bookmark, unknown>;
  routes: Routes;
  tab: BookmarkTab;
  onTab: (tab: BookmarkTab) => void;
  onDeleted: () => void;
  onClose: () => void;
  ref: Ref<HTMLElement>;
}

const TABS = [
  { value: "request", label: "Request" },
  { value: "details", label: "Details" },
] as const;

export function BookmarkPanel(props: BookmarkPanelProps) {
  const { bookmark, onClose, ref } = props;
  const [remembered, remember] = useProjectPreferences();
  return (
    <SidePanel
      ref={ref}
      label="Bookmark"
      {...(remembered.panel_width !== undefined && { width: remembered.panel_width })}
      onWidthChange={(panel_width) => remember({ panel_width })}
      onClose={onClose}
      header={
        <h2 className="min-w-0 text-base font-semibold [overflow-wrap:anywhere]">
          {bookmark.data?.label ?? "Bookmark"}
        </h2>
      }
    >
      {whyGone(bookmark.error) !== null ? (
        // Also if the panel has shown it before: somebody else has deleted it since.
        <EmptyState drawing={<LensDrawing />} title="This bookmark does not exist">
          It was deleted, or it belongs to another project.
        </EmptyState>
      ) : bookmark.data ? (
        <PanelBody {...props} bookmark={bookmark.data} />
      ) : bookmark.isError ? (
        <LoadFailed error={bookmark.error} onRetry={bookmark.refetch} />
      ) : (
        <div className="p-4">
          <TextSkeleton label="bookmark" lines={6} />
        </div>
      )}
    </SidePanel>
  );
}

/** Arrow keys scroll the panel; outside of it they move the selection. */
function keepArrows(press: KeyboardEvent): void {
  if (press.key === "ArrowDown" || press.key === "ArrowUp") press.stopPropagation();
}

interface PanelBodyProps extends Omit<BookmarkPanelProps, "bookmark"> {
  bookmark: Bookmark;
}

function PanelBody({ bookmark, routes, tab, onTab, onDeleted }: PanelBodyProps) {
  const connection = connectionOf(routes, bookmark.webhook_id);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only filters key events from its children
    <div onKeyDown={keepArrows} className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap gap-2 px-4 pb-2">
        <BookmarkButtons
          key={bookmark.id}
          bookmark={bookmark}
          connection={connection}
          onDeleted={onDeleted}
        />
      </div>
      <TabList
        id="bookmark"
        label="Bookmark"
        tabs={TABS}
        value={tab}
        onChange={onTab}
        className="px-4 pt-1"
      />
      <TabPanel id="bookmark" value={tab} className={panelContentClass}>
        {tab === "request" ? (
          <BookmarkRequest bookmark={bookmark} connection={connection} />
        ) : (
          <BookmarkDetails bookmark={bookmark} connection={connection} />
        )}
      </TabPanel>
    </div>
  );
}
