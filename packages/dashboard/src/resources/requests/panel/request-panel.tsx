/**
 * One request beside the list: what happened and what can be done, then its data, its entries and the metadata.
 *
 * The panel first shows the data of the list's row; the rest follows. The chosen tab is in the URL, and the browser
 * remembers it for the next request.
 */
import type { Event } from "@posthorn/contract/events";
import type { Request } from "@posthorn/contract/requests";
import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { useDeferredValue, useMemo, type KeyboardEvent, type ReactNode, type Ref } from "react";
import { iconButtonClass } from "../../../ui/icon-button.tsx";
import { later } from "../../../ui/later.tsx";
import { PropertyList } from "../../../ui/property-list.tsx";
import { panelContentClass, PanelId, SidePanel } from "../../../ui/side-panel.tsx";
import { TextSkeleton } from "../../../ui/skeleton.tsx";
import { TabList, TabPanel } from "../../../ui/tabs.tsx";
import { useProjectPreferences } from "../../preferences/use-project-preferences.ts";
import { RequestArchivalBanner } from "../request-archival-banner.tsx";
import { RequestData } from "../request-data.tsx";
import { RequestFailed } from "../request-failed.tsx";
import { eventsMade } from "../request-outcome.ts";
import { MainProperties, MoreProperties } from "../request-properties.tsx";
import { ENTRIES_INLINE, requestQuery, requestRawBodyQuery } from "../request-queries.ts";
import { RequestSummary } from "../request-summary.tsx";
import { RetryRequestButton } from "../retry-request-button.tsx";
import { REQUEST_TABS, type RequestTab } from "./panel-tabs.ts";

/** Loaded with the tab, which is not the first one that a person sees. */
const RequestEntries = later(() => import("../request-entries.tsx")).component(
  (loaded) => loaded.RequestEntries,
  () => <TextSkeleton label="entries" lines={6} />,
);

export interface RequestPanelProps {
  requestId: string;
  /** The request from the list, if it is on the current page. */
  known: Request | undefined;
  tab: RequestTab | undefined;
  selectedEntryId: string | undefined;
  onTab: (tab: RequestTab) => void;
  renderEventLink: (event: Event, children: ReactNode) => ReactNode;
  onClose: () => void;
  ref: Ref<HTMLElement>;
}

export function RequestPanel(props: RequestPanelProps) {
  const { requestId, known, onClose, ref } = props;
  const request = useQuery(requestQuery(requestId, known));
  const [remembered, remember] = useProjectPreferences();
  const shown = request.data;
  return (
    <SidePanel
      ref={ref}
      label="Request"
      {...(remembered.panel_width !== undefined && { width: remembered.panel_width })}
      onWidthChange={(panel_width) => remember({ panel_width })}
      onClose={onClose}
      header={
        <>
          <PanelId id={requestId} copyLabel="Copy request ID" />
          <span className="ml-auto flex items-center gap-2">
            <Link
              to="/requests/$id"
              params={{ id: requestId }}
              aria-label="Open page of this request"
              data-tooltip="Open page of this request"
              className={iconButtonClass("md")}
            >
              <ExternalLink aria-hidden />
            </Link>
            {shown ? <RetryRequestButton request={shown} /> : null}
          </span>
        </>
      }
    >
      {shown ? (
        <PanelBody
          {...props}
          request={shown}
          tab={props.tab ?? REQUEST_TABS.find((tab) => tab === remembered.request_tab) ?? "request"}
          onTab={(tab) => {
            remember({ request_tab: tab });
            props.onTab(tab);
          }}
        />
      ) : request.isError ? (
        <RequestFailed query={request} />
      ) : (
        <div className="p-4">
          <TextSkeleton label="request" lines={6} />
        </div>
      )}
    </SidePanel>
  );
}

interface PanelBodyProps extends Omit<RequestPanelProps, "tab"> {
  request: Request;
  tab: RequestTab;
}

/** Arrow keys scroll the panel; outside of it they move the selection. */
function keepArrows(press: KeyboardEvent): void {
  if (press.key === "ArrowDown" || press.key === "ArrowUp") press.stopPropagation();
}

function PanelBody({ request, tab, onTab, selectedEntryId, renderEventLink }: PanelBodyProps) {
  usePrefetchQuery(requestRawBodyQuery(request.id)); // starts loading now, though the tab is drawn a frame later
  // The summary appears in the same frame as the key or click; the details follow a frame later.
  const details = useMemo(() => ({ request, tab }), [request, tab]);
  const shown = useDeferredValue<typeof details | null>(details, null);
  const tabs = [
    { value: "request", label: "Request" },
    { value: "entries", label: "Entries", count: eventsMade(request) + request.ignored_count },
    { value: "metadata", label: "Metadata" },
  ] as const;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only filters key events from its children
    <div onKeyDown={keepArrows} className="flex min-h-0 flex-1 flex-col">
      <TabList id="request" label="Request" tabs={tabs} value={tab} onChange={onTab} className="px-4 pt-1" />
      <TabPanel id="request" value={tab} className={panelContentClass}>
        <RequestSummary request={request} />
        <RequestArchivalBanner request={request} />
        <PropertyList>
          <MainProperties request={request} />
        </PropertyList>
        {shown?.tab === "request" ? <RequestData request={shown.request} /> : null}
        {shown?.tab === "entries" ? (
          <RequestEntries
            request={shown.request}
            limit={ENTRIES_INLINE}
            selectedId={selectedEntryId}
            renderEventLink={renderEventLink}
          />
        ) : null}
        {shown?.tab === "metadata" ? (
          <PropertyList className="border-t border-line pt-4">
            <MoreProperties request={shown.request} />
          </PropertyList>
        ) : null}
      </TabPanel>
    </div>
  );
}
