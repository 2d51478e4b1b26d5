/**
 * The panel beside the list: the selected request, or one of its events.
 *
 * An event opens in place of its request. Closing it leads back to the request's entries, not to the list.
 */
import type { Event } from "@posthorn/contract/events";
import type { Request } from "@posthorn/contract/requests";
import { stringifySearch } from "@posthorn/contract/search-codec";
import { useQuery } from "@tanstack/react-query";
import { useState, type MouseEvent, type ReactNode, type Ref } from "react";
import { ownUrl } from "../../resources/base-path.ts";
import { connectionQuery } from "../../resources/connections/connection-queries.ts";
import { useRetryEvent } from "../../resources/events/event-actions.ts";
import { eventQuery } from "../../resources/events/event-queries.ts";
import { EventPanel } from "../../resources/events/panel/event-panel.tsx";
import type { PanelTab } from "../../resources/events/panel/panel-tabs.ts";
import { RequestPanel } from "../../resources/requests/panel/request-panel.tsx";
import { linkClass } from "../../ui/link-class.ts";
import type { RequestsSearch } from "./requests-url.ts";

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

export function SelectedRequest(props: SelectedRequestProps) {
  const { requestId, known, path, search, onSearch, onClose, ref } = props;
  const entryId = search.selected_entry_id;
  const selectEntry = (selected_entry_id: string | undefined) =>
    onSearch({ ...search, selected_entry_id, tab: "entries" }, "replace");
  if (entryId?.startsWith("evt_"))
    return <EntryEvent eventId={entryId} onClose={() => selectEntry(undefined)} ref={ref} />;
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
}

interface EntryEventProps {
  eventId: string;
  onClose: () => void;
  ref: Ref<HTMLElement>;
}

/** The address carries the event; its tab and its attempt are of this visit only. */
function EntryEvent({ eventId, onClose, ref }: EntryEventProps) {
  const [tab, setTab] = useState<PanelTab | undefined>(undefined);
  const [attemptId, setAttemptId] = useState<string | undefined>(undefined);
  const { retry } = useRetryEvent();
  const { data: event } = useQuery(eventQuery(eventId));
  const connection = useQuery({
    ...connectionQuery(event?.webhook_id ?? ""),
    enabled: event !== undefined,
  });
  return (
    <EventPanel
      ref={ref}
      eventId={eventId}
      known={undefined}
      connection={connection.data}
      tab={tab}
      attemptId={attemptId}
      onTab={setTab}
      onAttempt={setAttemptId}
      onRetry={retry}
      onClose={onClose}
    />
  );
}
