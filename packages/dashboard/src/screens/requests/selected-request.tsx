/**
 * The panel beside the list: the selected request, or one of its events.
 *
 * An event opens in place of its request. Closing it leads back to the request's entries, not to the list.
 */
import type { Event } from "@posthorn/contract/events";
import type { Request } from "@posthorn/contract/requests";
import { stringifySearch } from "@posthorn/contract/search-codec";
import { memo, type MouseEvent, type ReactNode, type Ref } from "react";
import { ownUrl } from "../../resources/base-path.ts";
import { useProjectPreferences } from "../../resources/preferences/use-project-preferences.ts";
import { RequestPanel } from "../../resources/requests/panel/request-panel.tsx";
import { later } from "../../ui/later.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { PanelId, SidePanel } from "../../ui/side-panel.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import type { RequestsSearch } from "./requests-url.ts";

const EntryEvent = later(() => import("./entry-event.tsx")).component(
  (loaded) => loaded.EntryEvent,
  EventLoading,
);

export interface SelectedRequestProps {
  requestId: string;
  known: Request | undefined;
  /** The address of the list without its search. */
  path: `/${string}`;
  search: RequestsSearch;
  onSearch: (next: RequestsSearch, how: "push" | "replace") => void;
  onClose: () => void;
  ref: Ref<HTMLElement>;
}

/** Memoised, so that the list can mark another row before the panel follows. */
export const SelectedRequest = memo(function SelectedRequest(props: SelectedRequestProps) {
  const { requestId, known, path, search, onSearch, onClose, ref } = props;
  const entryId = search.selected_entry_id;
  const selectEntry = (selected_entry_id: string | undefined) =>
    onSearch({ ...search, selected_entry_id, tab: "entries" }, "replace");
  if (entryId?.startsWith("evt_")) {
    const back = () => selectEntry(undefined);
    return <EntryEvent eventId={entryId} onClose={back} ref={ref} />;
  }
  const renderEventLink = ({ id }: Event, children: ReactNode) => {
    const open = (press: MouseEvent) => {
      if (press.metaKey || press.ctrlKey || press.shiftKey || press.altKey) return;
      press.preventDefault();
      selectEntry(id);
    };
    const href = ownUrl(path) + stringifySearch({ ...search, selected_entry_id: id });
    return (
      <a href={href} onClick={open} className={linkClass}>
        {children}
      </a>
    );
  };
  return (
    <RequestPanel
      ref={ref}
      requestId={requestId}
      known={known}
      tab={search.tab}
      selectedEntryId={entryId}
      onTab={(tab) => onSearch({ ...search, tab }, "replace")}
      renderEventLink={renderEventLink}
      onClose={onClose}
    />
  );
});

/** Keeps the place of the panel, so that the list beside it does not jump. */
function EventLoading({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const [{ panel_width }] = useProjectPreferences();
  return (
    <SidePanel
      label="Event"
      header={<PanelId id={eventId} copyLabel="Copy event ID" />}
      {...(panel_width !== undefined && { width: panel_width })}
      onClose={onClose}
    >
      <div className="p-4">
        <TextSkeleton label="event" lines={6} />
      </div>
    </SidePanel>
  );
}
