/** What is known about an issue, in the order of the specification. */
import type { Issue } from "@posthorn/contract/issues";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ConnectionLink } from "../../resources/connections/connection-link.tsx";
import { issueTriggerQuery } from "../../resources/issue-triggers/issue-trigger-queries.ts";
import { triggerParams } from "../../resources/issue-triggers/trigger-link.ts";
import { triggerTitle } from "../../resources/issue-triggers/trigger-words.ts";
import { IssueStatusBadge } from "../../resources/issues/issue-status-badge.tsx";
import { subjectIdOf } from "../../resources/issues/issue-title.ts";
import { ISSUE_TYPE_WORDS } from "../../resources/issues/issue-type-words.ts";
import { useIssueSubjects } from "../../resources/issues/use-issue-subjects.ts";
import { connectionsWithQuery } from "../../resources/transformations/transformation-queries.ts";
import { whyGone } from "../../ui/entity-page/entity-gone.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { Property } from "../../ui/property-list.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";

/** How many connections are named. */
const SHOWN_CONNECTIONS = 3;
const LINK = `${linkClass} truncate`;

export function IssueProperties({ issue }: { issue: Issue }) {
  const { type, status, first_seen_at, last_seen_at } = issue;
  const { label, icon: Icon } = ISSUE_TYPE_WORDS[type];
  return (
    <>
      <Property name="Status">
        <IssueStatusBadge status={status} />
      </Property>
      <Subject issue={issue} />
      <Property name="First seen">
        <Timestamp value={first_seen_at} />
      </Property>
      <Property name="Last seen">
        <Timestamp value={last_seen_at} />
      </Property>
      <Property name="Type">
        <span className="flex items-center gap-1.5">
          <Icon aria-hidden className="size-3.5" />
          {label}
        </span>
      </Property>
      {issue.issue_trigger_id === null ? null : (
        <Property name="Triggered by">
          <TriggerLink id={issue.issue_trigger_id} />
        </Property>
      )}
    </>
  );
}

function Subject({ issue }: { issue: Issue }) {
  const { name, isDeleted } = useIssueSubjects([issue])(issue);
  const id = subjectIdOf(issue);
  if (issue.type === "delivery")
    return (
      <Property name="Impacted connection">
        <ConnectionLink id={id} known={undefined} />
      </Property>
    );
  if (isDeleted)
    return (
      <Property name={SUBJECT_NAMES[issue.type]}>
        <span className="text-ink-3">Deleted</span>
      </Property>
    );
  if (issue.type === "transformation")
    return (
      <>
        <Property name={SUBJECT_NAMES.transformation}>
          <Link to="/transformations/$id" params={{ id }} className={LINK}>
            {name}
          </Link>
        </Property>
        <Property name="Impacted connections">
          <ConnectionsWith id={id} />
        </Property>
      </>
    );
  return (
    <Property name={SUBJECT_NAMES[issue.type]}>
      <Link
        to={issue.type === "backpressure" ? "/destinations/$id" : "/sources/$id"}
        params={{ id }}
        className={LINK}
      >
        {name}
      </Link>
    </Property>
  );
}

const SUBJECT_NAMES = {
  transformation: "Transformation",
  backpressure: "Impacted destination",
  request: "Impacted source",
} as const;

function ConnectionsWith({ id }: { id: string }) {
  const connections = useQuery(connectionsWithQuery(id)).data?.models;
  if (connections === undefined) return "…";
  if (connections.length === 0) return "–";
  const more = connections.length - SHOWN_CONNECTIONS;
  return (
    <ul className="flex min-w-0 flex-col gap-1">
      {connections.slice(0, SHOWN_CONNECTIONS).map((connection) => (
        <li key={connection.id} className="flex min-w-0">
          <ConnectionLink id={connection.id} known={connection} />
        </li>
      ))}
      {more > 0 ? <li className="text-ink-2">+ {more} more</li> : null}
    </ul>
  );
}

function TriggerLink({ id }: { id: string }) {
  const trigger = useQuery(issueTriggerQuery(id));
  if (whyGone(trigger.error) !== null) return <span className="text-ink-3">Deleted trigger</span>;
  return (
    <Link to="/issue-triggers/it_{$id}" params={triggerParams(id)} className={LINK}>
      {trigger.data ? triggerTitle(trigger.data) : "…"}
    </Link>
  );
}
