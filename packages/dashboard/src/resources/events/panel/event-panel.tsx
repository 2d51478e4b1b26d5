/**
 * One event beside the list: what happened and what happens next, then the request, the response and the metadata.
 *
 * The panel first shows the data of the list's row; the rest follows. The chosen tab is in the URL, and the browser
 * remembers it for the next event.
 */
import type { Connection } from "@posthorn/contract/connections";
import { API_ERRORS } from "@posthorn/contract/errors";
import type { Event } from "@posthorn/contract/events";
import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  type KeyboardEvent,
  type Ref,
} from "react";
import { ApiFailure } from "../../api/api-failure.ts";
import { canRetry } from "../event-actions.ts";
import { eventQuery, eventRawBodyQuery } from "../event-queries.ts";
import { useProjectPreferences } from "../../preferences/use-project-preferences.ts";
import { useSession } from "../../session/use-session.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { LensDrawing } from "../../../ui/drawings.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { SidePanel } from "../../../ui/side-panel.tsx";
import { TextSkeleton } from "../../../ui/skeleton.tsx";
import { TabList, TabPanel } from "../../../ui/tabs.tsx";
import { EventSummary } from "./event-summary.tsx";
import { PANEL_TABS, type PanelTab } from "./panel-tabs.ts";
import { MetadataTab } from "./metadata-tab.tsx";
import { RequestTab } from "./request-tab.tsx";
import { ResponseTab } from "./response-tab.tsx";

const TABS = [
  { value: "request", label: "Request" },
  { value: "response", label: "Response" },
  { value: "metadata", label: "Metadata" },
] as const;

export interface EventPanelProps {
  eventId: string;
  /** The event from the list, if it is on the current page. */
  known: Event | undefined;
  connection: Connection | undefined;
  tab: PanelTab | undefined;
  attemptId: string | undefined;
  onTab: (tab: PanelTab) => void;
  onAttempt: (attemptId: string) => void;
  onRetry: (event: Event) => void;
  onClose: () => void;
  ref: Ref<HTMLElement>;
}

export function EventPanel(props: EventPanelProps) {
  const { eventId, known, onRetry, onClose, ref } = props;
  const event = useQuery(eventQuery(eventId, known));
  const [remembered, remember] = useProjectPreferences();
  const isViewer = useSession().project.role === "viewer";
  const shown = event.data;
  return (
    <SidePanel
      ref={ref}
      label="Event"
      {...(remembered.panel_width !== undefined && { width: remembered.panel_width })}
      onWidthChange={(panel_width) => remember({ panel_width })}
      onClose={onClose}
      header={
        <>
          <span className="mono min-w-0 truncate">{eventId}</span>
          <CopyButton value={eventId} label="Copy event ID" />
          {shown ? (
            <span className="ml-auto">
              <Button
                variant="primary"
                icon={<RotateCw aria-hidden />}
                disabledReason={isViewer ? API_ERRORS.FORBIDDEN.message : whyNoRetry(shown)}
                onClick={() => onRetry(shown)}
              >
                Retry
              </Button>
            </span>
          ) : null}
        </>
      }
    >
      {shown ? (
        <PanelBody
          {...props}
          event={shown}
          isComplete={!event.isPlaceholderData}
          tab={props.tab ?? PANEL_TABS.find((tab) => tab === remembered.event_tab) ?? "request"}
          onTab={(tab) => {
            remember({ event_tab: tab });
            props.onTab(tab);
          }}
        />
      ) : event.isError ? (
        <PanelFailed error={event.error} onRetry={event.refetch} />
      ) : (
        <div className="p-4">
          <TextSkeleton label="event" lines={6} />
        </div>
      )}
    </SidePanel>
  );
}

function whyNoRetry(event: Event): string | undefined {
  return canRetry(event) ? undefined : "The event is already on its way";
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
  usePrefetchQuery(eventRawBodyQuery(event.id)); // starts loading now, though the tab is drawn a frame later
  const details = useMemo(() => ({ event, isComplete, tab, attemptId }), [event, isComplete, tab, attemptId]);
  // The summary appears in the same frame as the key or click; the details follow a frame later.
  const shown = useDeferredValue<typeof details | null>(details, null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only filters key events from its children
    <div onKeyDown={keepArrows} className="flex min-h-0 flex-1 flex-col">
      <TabList id="event" label="Event" tabs={TABS} value={tab} onChange={onTab} className="px-4 pt-1" />
      <TabPanel id="event" value={tab} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        <EventSummary event={event} connection={connection} />
        {shown ? <TabDetails {...shown} onAttempt={chooseAttempt} /> : null}
      </TabPanel>
    </div>
  );
}

type TabDetailsProps = Pick<PanelBodyProps, "event" | "isComplete" | "tab" | "attemptId" | "onAttempt">;

/** The larger part of the panel. Memoised, so that it renders only when its content changes. */
const TabDetails = memo(function TabDetails({
  event,
  isComplete,
  tab,
  attemptId,
  onAttempt,
}: TabDetailsProps) {
  if (tab === "request") return <RequestTab event={event} isComplete={isComplete} />;
  if (tab === "response") return <ResponseTab event={event} attemptId={attemptId} onAttempt={onAttempt} />;
  return <MetadataTab event={event} />;
});

/** Returns a function that never changes and always calls the latest `act`. */
function useSame<Argument>(act: (argument: Argument) => void): (argument: Argument) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((argument) => latest.current(argument), []);
}

function PanelFailed({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const { retention_days } = useSession().project;
  if (!(error instanceof ApiFailure && error.status === 404))
    return <LoadFailed error={error} onRetry={onRetry} />;
  return (
    <EmptyState drawing={<LensDrawing />} title="Event is archived or does not exist">
      Events are kept for {retention_days} days. Check the ID, or look for a newer event of the same
      connection.
    </EmptyState>
  );
}
