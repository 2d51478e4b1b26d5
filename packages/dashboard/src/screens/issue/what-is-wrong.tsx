/**
 * The first lines of an issue. The first says in words what is wrong, since when, and what waits; the second what usually
 * helps. Below them: the way to the settings that may be wrong, and to what to check.
 */
import type { Issue } from "@posthorn/contract/issues";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonPlanQuery } from "../../resources/bulk/bulk-queries.ts";
import { connectionQuery } from "../../resources/connections/connection-queries.ts";
import { plannedRetriesQuery } from "../../resources/issues/issue-queries.ts";
import { subjectIdOf } from "../../resources/issues/issue-title.ts";
import { useIssueSubjects } from "../../resources/issues/use-issue-subjects.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { boundedText, countText } from "../../ui/count.ts";
import { linkClass } from "../../ui/link-class.ts";
import { Moment } from "../../ui/timestamp.tsx";
import { useNow } from "../../ui/use-now.ts";
import { backlogAdvice, backlogText } from "./backlog.ts";
import { issueAdvice } from "./issue-advice.ts";
import { isOver, openSince } from "./issue-times.ts";
import type { IssueSearch } from "./issue-url.ts";
import { retriedOf } from "./retried.ts";
import { useBacklog } from "./use-backlog.ts";

type IssueOf<Type extends Issue["type"]> = Extract<Issue, { type: Type }>;

export function WhatIsWrong({ issue, search }: { issue: Issue; search: IssueSearch }) {
  const { title } = useIssueSubjects([issue])(issue);
  const advice = issueAdvice(issue);
  const action = <NextSteps issue={issue} search={search} />;
  if (isOver(issue))
    return (
      <Callout
        tone="off"
        title={
          <>
            {title}, last seen at <Moment value={issue.last_seen_at} />
          </>
        }
        action={action}
      >
        {advice === null ? undefined : `${advice.cause} ${advice.fix}`}
      </Callout>
    );
  if (issue.type === "backpressure") return <OfBacklog issue={issue} action={action} />;
  return (
    <Callout tone="bad" title={<StillWrong issue={issue} />} action={action}>
      {advice === null ? undefined : `${advice.cause} ${advice.fix}`}
    </Callout>
  );
}

function StillWrong({ issue }: { issue: Issue }) {
  const { now } = useIssueSubjects([issue])(issue);
  return (
    <>
      {now} since <Moment value={openSince(issue)} />
      {issue.type === "delivery" ? <Waiting issue={issue} /> : null}
      {retriedOf(issue) === "ignored_events.retry" ? <Ignored issue={issue} /> : null}
    </>
  );
}

/** `; 1,204 events wait, the next retry is at 03:40` */
function Waiting({ issue }: { issue: IssueOf<"delivery"> }) {
  const retries = useQuery(plannedRetriesQuery(issue.id)).data;
  const now = useNow();
  if (retries === undefined) return null;
  const { count, is_more, next_attempt_at } = retries;
  // What waits longest belongs to others, and how much of the rest is its own is not known.
  if (count === 0 && is_more) return null;
  if (next_attempt_at === null) return <>; no retry is planned</>;
  const isDue = new Date(next_attempt_at) <= now;
  return (
    <>
      ;{" "}
      <Link to="/events" search={{ issue_id: [issue.id], scheduled_attempts: true }} className={linkClass}>
        {boundedText(retries)} {count === 1 ? "event waits" : "events wait"}
      </Link>
      , the next retry is {isDue ? "due now" : "at "}
      {isDue ? null : <Moment value={next_attempt_at} />}
    </>
  );
}

/** The number of the button that retries them, so it costs no call. */
function Ignored({ issue }: { issue: Issue }) {
  const count = useQuery(buttonPlanQuery("ignored_events.retry", () => ({ issue_id: [issue.id] }))).data
    ?.count;
  if (count === undefined || count === 0) return null;
  return (
    <>
      ; {countText(count)} {count === 1 ? "event was" : "events were"} ignored
    </>
  );
}

/** What the queue does now is more than that it was too long once. */
function OfBacklog({ issue, action }: { issue: IssueOf<"backpressure">; action: ReactNode }) {
  const backlog = useBacklog(subjectIdOf(issue));
  const advice = issueAdvice(issue);
  return (
    <Callout
      tone="bad"
      title={
        <>
          <StillWrong issue={issue} />
          {backlog === undefined ? null : `; ${backlogText(backlog)}`}
        </>
      }
      action={action}
    >
      {backlog === undefined ? advice?.cause : backlogAdvice(backlog)} {advice?.fix}
    </Callout>
  );
}

function NextSteps({ issue, search }: { issue: Issue; search: IssueSearch }) {
  const refusal = useRefusal("triage");
  const { isDeleted } = useIssueSubjects([issue])(issue);
  return (
    <div className="flex flex-wrap gap-2">
      {refusal === undefined && !isDeleted ? <EditLink issue={issue} /> : null}
      <Link
        to="/issues/$id"
        params={{ id: issue.id }}
        search={{ ...search, troubleshoot: true }}
        className={buttonClass({ size: "sm", variant: "quiet" })}
      >
        Troubleshoot
      </Link>
    </div>
  );
}

const FIX = buttonClass({ size: "sm", className: "max-w-[min(100%,18rem)] min-w-0" });

/** Leads to what a person most likely has to change. */
function EditLink({ issue }: { issue: Issue }) {
  const id = subjectIdOf(issue);
  const { name } = useIssueSubjects([issue])(issue);
  const label = <span className="truncate">Edit {name}</span>;
  switch (issue.type) {
    case "delivery":
      return <EditDestination connectionId={id} />;
    case "transformation":
      return (
        <Link to="/transformations/$id/edit" params={{ id }} className={FIX}>
          Edit code
        </Link>
      );
    case "backpressure":
      return (
        <Link to="/destinations/$id/settings" params={{ id }} className={FIX}>
          {label}
        </Link>
      );
    case "request":
      return (
        <Link to="/sources/$id/settings" params={{ id }} className={FIX}>
          {label}
        </Link>
      );
  }
}

function EditDestination({ connectionId }: { connectionId: string }) {
  const { data: connection } = useQuery(connectionQuery(connectionId));
  if (connection === undefined) return null;
  const { id, name } = connection.destination;
  return (
    <Link to="/destinations/$id/settings" params={{ id }} className={FIX}>
      <span className="truncate">Edit {name}</span>
    </Link>
  );
}
