/**
 * One event beside a list: its way, what happened and what happens next, then the request, the response and the metadata.
 *
 * The panel first shows the data of the list's row; the rest follows. The chosen tab is in the URL, and the browser
 * remembers it for the next event. While a person views one attempt, there is no Metadata tab: it is about the event.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { cx } from "class-variance-authority";
import { ArrowLeft, ExternalLink } from "lucide-react";
import { memo, useDeferredValue, useMemo, type KeyboardEvent, type Ref } from "react";
import { Button } from "../../../ui/button.tsx";
import { iconButtonClass } from "../../../ui/icon-button.tsx";
import { later } from "../../../ui/later.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PANEL_WIDTHS } from "../../../ui/panel-edge.tsx";
import { panelContentClass, PanelId, SidePanel } from "../../../ui/side-panel.tsx";
import { TextSkeleton } from "../../../ui/skeleton.tsx";
import { TabList, TabPanel } from "../../../ui/tabs.tsx";
import { useSame } from "../../../ui/use-same.ts";
import { connectionQuery } from "../../connections/connection-queries.ts";
import { useProjectPreferences } from "../../preferences/use-project-preferences.ts";
import { CompareEventButton } from "../compare-event-button.tsx";
import { eventQuery } from "../event-queries.ts";
import { EventButtons } from "./event-buttons.tsx";
import { EventMissing, isMissing } from "./event-missing.tsx";
import { EventSummary } from "./event-summary.tsx";
import { ATTEMPT_TABS, attemptTab, PANEL_TABS, tabsWithLabels, type PanelTab } from "./panel-tabs.ts";
import { RequestTab } from "./request-tab.tsx";
import { WidthToggle } from "./width-toggle.tsx";

/** Most visits read the request only. The rest loads before the click, when the pointer or the focus enters the panel. */
const response = later(() => import("./response-tab.tsx"));
const ResponseTab = response.component(
  (loaded) => loaded.ResponseTab,
  () => <TextSkeleton label="attempts" lines={5} />,
);
const metadata = later(() => import("./metadata-tab.tsx"));
const MetadataTab = metadata.component(
  (loaded) => loaded.MetadataTab,
  () => <TextSkeleton label="metadata" lines={5} />,
);

function loadOtherTabs(): void {
  response.load();
  metadata.load();
}

/** From this width on, the id and the buttons have room side by side. */
const ONE_LINE_PX = 720;

export interface EventPanelProps {
  eventId: string;
  /** The event from the list, if it is on the current page. */
  known: Event | undefined;
  /** The connection of the event, if the screen has it. Otherwise the panel reads it. */
  connection: Connection | undefined;
  tab: PanelTab | undefined;
  attemptId: string | undefined;
  onTab: (tab: PanelTab) => void;
  /** Undefined: back to the event as a whole. */
  onAttempt: (attemptId: string | undefined) => void;
  onRetry: (event: Event) => void;
  onClose: () => void;
  ref: Ref<HTMLElement>;
}

/** Memoised, so that the list can mark another row before the panel follows. */
export const EventPanel = memo(function EventPanel(props: EventPanelProps) {
  const { eventId, known, onRetry, onClose, ref } = props;
  const event = useQuery(eventQuery(eventId, known));
  const shown = event.data;
  const connection = useConnection(shown, props.connection);
  const [remembered, remember] = useProjectPreferences();
  const width = remembered.panel_width ?? PANEL_WIDTHS.normal;
  return (
    <SidePanel
      ref={ref}
      label="Event"
      width={width}
      onWidthChange={(panel_width) => remember({ panel_width })}
      onClose={onClose}
      header={
        <>
          {/* The line of the id depends on the width alone: its font may arrive after the first paint. */}
          <span className={cx("flex grow flex-wrap items-center gap-1", width < ONE_LINE_PX && "basis-full")}>
            <PanelId id={eventId} copyLabel="Copy event ID" />
            <Link
              to="/events/$id"
              params={{ id: eventId }}
              aria-label="Open event page"
              data-tooltip="Open event page"
              className={iconButtonClass("sm")}
            >
              <ExternalLink aria-hidden />
            </Link>
            {shown ? <CompareEventButton event={shown} isInPanel /> : null}
            <WidthToggle width={width} onWidth={(panel_width) => remember({ panel_width })} />
          </span>
          {shown ? (
            <span className="ml-auto flex flex-wrap gap-2">
              <EventButtons event={shown} onRetry={onRetry} isInPanel />
            </span>
          ) : null}
        </>
      }
    >
      {shown ? (
        <PanelBody
          {...props}
          event={shown}
          connection={connection}
          isComplete={!event.isPlaceholderData}
          tab={
            props.attemptId === undefined
              ? (props.tab ?? PANEL_TABS.find((tab) => tab === remembered.event_tab) ?? "request")
              : attemptTab(props.tab)
          }
          onTab={(tab) => {
            remember({ event_tab: tab });
            props.onTab(tab);
          }}
        />
      ) : isMissing(event.error) ? (
        <EventMissing />
      ) : event.isError ? (
        <LoadFailed error={event.error} onRetry={event.refetch} />
      ) : (
        <div className="p-4">
          <TextSkeleton label="event" lines={6} />
        </div>
      )}
    </SidePanel>
  );
});

/** A deleted connection cannot be read; its name is missing then, and nothing else. */
function useConnection(event: Event | undefined, known: Connection | undefined): Connection | undefined {
  const isNeeded = known === undefined && event !== undefined;
  const connection = useQuery({ ...connectionQuery(event?.webhook_id ?? ""), enabled: isNeeded });
  return known ?? connection.data;
}

interface PanelBodyProps extends Omit<EventPanelProps, "tab"> {
  event: Event;
  /** Whether `event` is the server's full answer, not only the row of the list. */
  isComplete: boolean;
  tab: PanelTab;
}

/** Arrow keys scroll the panel; outside of it they move the selection. */
function keepArrows(press: KeyboardEvent): void {
  if (press.key === "ArrowDown" || press.key === "ArrowUp") press.stopPropagation();
}

function PanelBody(props: PanelBodyProps) {
  const { event, isComplete, connection, tab, onTab, attemptId, onAttempt } = props;
  const chooseAttempt = useSame(onAttempt);
  const details = useMemo(
    () => ({ event, isComplete, connection, tab, attemptId }),
    [event, isComplete, connection, tab, attemptId],
  );
  // The summary appears in the same frame as the key or click; the details follow a frame later.
  const shown = useDeferredValue<typeof details | null>(details, null);
  const tabs = tabsWithLabels(attemptId === undefined ? PANEL_TABS : ATTEMPT_TABS);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only filters key events from its children
    <div
      onKeyDown={keepArrows}
      onPointerEnter={loadOtherTabs}
      onFocus={loadOtherTabs}
      className="flex min-h-0 flex-1 flex-col"
    >
      <TabList id="event" label="Event" tabs={tabs} value={tab} onChange={onTab} className="px-4 pt-1" />
      <TabPanel id="event" value={tab} className={panelContentClass}>
        {attemptId === undefined ? null : (
          <Button
            size="sm"
            icon={<ArrowLeft aria-hidden />}
            className="self-start"
            onClick={() => onAttempt(undefined)}
          >
            Back to event
          </Button>
        )}
        <EventSummary
          key={event.id}
          event={event}
          connection={connection}
          attemptId={attemptId}
          onAttempt={chooseAttempt}
        />
        {shown ? <TabDetails {...shown} onAttempt={chooseAttempt} /> : null}
      </TabPanel>
    </div>
  );
}

type TabDetailsProps = Pick<
  PanelBodyProps,
  "event" | "isComplete" | "connection" | "tab" | "attemptId" | "onAttempt"
>;

/** The larger part of the panel. Memoised, so that it renders only when its content changes. */
const TabDetails = memo(function TabDetails(props: TabDetailsProps) {
  const { event, connection, tab, isComplete, attemptId, onAttempt } = props;
  const shown = { event, connection, attemptId };
  if (tab === "request") return <RequestTab {...shown} isComplete={isComplete} />;
  if (tab === "response") return <ResponseTab {...shown} onAttempt={onAttempt} />;
  return <MetadataTab event={event} />;
});
