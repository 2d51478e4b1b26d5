/** The events of a delivery issue over time, and one of them: what was sent, and what came back. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { connectionQuery } from "../../resources/connections/connection-queries.ts";
import { eventQuery } from "../../resources/events/event-queries.ts";
import { PastArchive } from "../../resources/plans/past-archive.tsx";
import { AttemptAnswer, NOT_YET, Quiet } from "../../resources/events/panel/attempt-answer.tsx";
import { RequestTab } from "../../resources/events/panel/request-tab.tsx";
import { subjectIdOf } from "../../resources/issues/issue-title.ts";
import { ListHistogram } from "../../resources/metrics/histogram/list-histogram.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { whyGone } from "../../ui/entity-page/entity-gone.tsx";
import { OverviewSection } from "../../ui/entity-page/entity-overview.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import type { EvidenceProps } from "./issue-overview.tsx";

const TABS = [
  { value: "request", label: "Request" },
  { value: "response", label: "Response" },
] as const;

export function DeliveryEvidence({ issue, date, search, onSearch }: EvidenceProps<"delivery">) {
  const [isFailedOnly, setIsFailedOnly] = useState(true);
  const issue_id = [issue.id];
  return (
    <>
      <OverviewSection
        title="Events"
        aside={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <Switch label="Failed only" isOn={isFailedOnly} onChange={setIsFailedOnly} />
            <Link to="/events" search={{ issue_id }} className={linkClass}>
              View all events
            </Link>
          </span>
        }
      >
        <ListHistogram
          kind="events"
          filters={{ issue_id, ...(isFailedOnly && { status: ["FAILED"] }) }}
          date={date}
          onRange={(range) => onSearch({ ...search, date: range }, "push")}
        />
      </OverviewSection>
      <Sample
        issue={issue}
        tab={search.tab === "response" ? "response" : "request"}
        onTab={(tab) => onSearch({ ...search, tab }, "replace")}
      />
    </>
  );
}

interface SampleProps extends Pick<EvidenceProps<"delivery">, "issue"> {
  tab: "request" | "response";
  onTab: (tab: SampleProps["tab"]) => void;
}

function Sample({ issue, tab, onTab }: SampleProps) {
  const { event_id } = issue.reference;
  return (
    <OverviewSection
      title="Sample event"
      aside={
        event_id === null ? undefined : (
          <span className="flex min-w-0 items-center gap-1">
            <Link to="/events/$id" params={{ id: event_id }} className={`mono truncate text-sm ${linkClass}`}>
              {event_id}
            </Link>
            <CopyButton value={event_id} label="Copy event ID" />
          </span>
        )
      }
    >
      <TabList id="sample" label="Sample event" tabs={TABS} value={tab} onChange={onTab} className="mb-3" />
      <TabPanel id="sample" value={tab} className="flex flex-col gap-4">
        {event_id === null ? (
          <Quiet>
            <PastArchive what="event" />
          </Quiet>
        ) : (
          <SampleOf issue={issue} eventId={event_id} tab={tab} />
        )}
      </TabPanel>
    </OverviewSection>
  );
}

interface SampleOfProps extends Pick<SampleProps, "issue" | "tab"> {
  eventId: string;
}

function SampleOf({ issue, eventId, tab }: SampleOfProps) {
  const event = useQuery(eventQuery(eventId));
  const { data: connection } = useQuery(connectionQuery(subjectIdOf(issue)));
  const attempt = issue.data?.trigger_attempt;
  if (event.data === undefined) {
    if (whyGone(event.error) !== null)
      return (
        <Quiet>
          <PastArchive what="event" />
        </Quiet>
      );
    if (event.isError) return <LoadFailed error={event.error} onRetry={event.refetch} />;
    return <TextSkeleton label="sample event" lines={6} />;
  }
  if (tab === "request")
    return (
      <RequestTab
        event={event.data}
        connection={connection}
        attemptId={issue.reference.attempt_id ?? undefined}
        isComplete
      />
    );
  if (!attempt) return <Quiet>{NOT_YET}</Quiet>;
  return <AttemptAnswer attempt={attempt} event={event.data} connection={connection} />;
}
