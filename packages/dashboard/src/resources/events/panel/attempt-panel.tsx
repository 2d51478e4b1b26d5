/**
 * One attempt beside the page of its event: what was sent, and what the destination answered.
 *
 * It has the width of the event's panel. It reads the attempt by itself, so a link to any attempt of the event works.
 */
import type { Attempt } from "@posthorn/contract/attempts";
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import { ATTEMPT_TRIGGER_LABELS } from "@posthorn/contract/texts";
import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { LensDrawing } from "../../../ui/drawings.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { PANEL_WIDTHS } from "../../../ui/panel-edge.tsx";
import { Property, PropertyList } from "../../../ui/property-list.tsx";
import { panelContentClass, SidePanel } from "../../../ui/side-panel.tsx";
import { TextSkeleton } from "../../../ui/skeleton.tsx";
import { TabList, TabPanel } from "../../../ui/tabs.tsx";
import { Timestamp } from "../../../ui/timestamp.tsx";
import { useProjectPreferences } from "../../preferences/use-project-preferences.ts";
import { attemptQuery, isAwaited } from "../attempt-queries.ts";
import { AttemptStatusBadge } from "../attempt-status-badge.tsx";
import { useAttempts } from "../use-attempts.ts";
import { useSentRequest } from "../use-sent-request.ts";
import { AttemptAnswer } from "./attempt-answer.tsx";
import { CompareMenu } from "./compare-menu.tsx";
import { CopyCurlButton } from "./copy-curl-button.tsx";
import { isMissing } from "./event-missing.tsx";
import { latencyText } from "./latency.ts";
import { ATTEMPT_TABS, tabsWithLabels, type AttemptTab } from "./panel-tabs.ts";
import { RequestTab } from "./request-tab.tsx";
import { WidthToggle } from "./width-toggle.tsx";

export interface AttemptPanelProps {
  attemptId: string;
  event: Event;
  connection: Connection | undefined;
  tab: AttemptTab;
  onTab: (tab: AttemptTab) => void;
  onClose: () => void;
  ref?: Ref<HTMLElement>;
}

export function AttemptPanel({ attemptId, event, connection, tab, onTab, onClose, ref }: AttemptPanelProps) {
  const attempt = useQuery(attemptQuery(attemptId));
  const attempts = useAttempts(event);
  const [remembered, remember] = useProjectPreferences();
  const width = remembered.panel_width ?? PANEL_WIDTHS.normal;
  const shown = attempt.data?.event_id === event.id ? attempt.data : undefined;
  const isElsewhere = attempt.data !== undefined && shown === undefined;
  return (
    <SidePanel
      {...(ref !== undefined && { ref })}
      label="Attempt"
      width={width}
      onWidthChange={(panel_width) => remember({ panel_width })}
      onClose={onClose}
      header={
        <>
          <h2 className="font-semibold whitespace-nowrap">
            {shown ? `Attempt ${shown.attempt_number}` : "Attempt"}
          </h2>
          {shown ? <AttemptStatusBadge attempt={shown} /> : null}
          <span className="ml-auto flex items-center gap-1">
            {shown ? <CompareMenu attempt={shown} attempts={attempts.data?.models ?? []} /> : null}
            <CopyButton value={attemptId} label="Copy attempt ID" />
            <WidthToggle width={width} onWidth={(panel_width) => remember({ panel_width })} />
          </span>
        </>
      }
    >
      {shown ? (
        <>
          <TabList
            id="attempt"
            label="Attempt"
            tabs={tabsWithLabels(ATTEMPT_TABS)}
            value={tab}
            onChange={onTab}
            className="px-4 pt-1"
          />
          <TabPanel id="attempt" value={tab} className={panelContentClass}>
            <AttemptProperties attempt={shown} event={event} />
            {tab === "request" ? (
              <RequestTab event={event} connection={connection} attemptId={shown.id} isComplete />
            ) : (
              <AttemptAnswer attempt={shown} event={event} connection={connection} />
            )}
          </TabPanel>
        </>
      ) : isElsewhere || isMissing(attempt.error) ? (
        <EmptyState drawing={<LensDrawing />} title="Attempt not found">
          This event has no such attempt, or its data is archived.
        </EmptyState>
      ) : attempt.isError ? (
        <LoadFailed error={attempt.error} onRetry={attempt.refetch} />
      ) : (
        <div className="p-4">
          <TextSkeleton label="attempt" lines={6} />
        </div>
      )}
    </SidePanel>
  );
}

function AttemptProperties({ attempt, event }: { attempt: Attempt; event: Event }) {
  const { requested_url, http_method } = attempt;
  const { data: request } = useSentRequest(event, attempt.id);
  return (
    <PropertyList>
      <Property name="Sent to" isMono copied={requested_url ?? undefined}>
        {requested_url ? (
          <>
            <span className="truncate" data-tooltip={requested_url}>
              {http_method} {requested_url}
            </span>
            <CopyCurlButton eventId={event.id} request={request} />
          </>
        ) : (
          "–"
        )}
      </Property>
      <Property name="Attempt date">
        <Timestamp value={attempt.created_at} />
      </Property>
      <Property name="Trigger">{ATTEMPT_TRIGGER_LABELS[attempt.trigger]}</Property>
      <Property name="Latency">{isAwaited(attempt) ? "–" : latencyText(attempt)}</Property>
    </PropertyList>
  );
}
