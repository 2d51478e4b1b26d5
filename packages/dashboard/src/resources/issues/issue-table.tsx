/** The table of issues: what is wrong with what, how often lately, since when, and what to do about it. */
import type { IssueStatus } from "@posthorn/contract/causes";
import type { Issue } from "@posthorn/contract/issues";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { memo, type RefObject } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Sparkline } from "../../ui/charts/sparkline.tsx";
import { countText } from "../../ui/count.ts";
import { ListRows } from "../../ui/list/list-rows.tsx";
import { ListRow } from "../../ui/list/list-row.tsx";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { RowMenu, RowMenuButton, useRowMenu } from "../../ui/list/row-menu.tsx";
import { Table, Td, Th } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { useRefusal } from "../session/use-refusal.ts";
import { ISSUE_ACTION_WORDS } from "./issue-action-words.ts";
import { useChangeIssue, type IssueChange } from "./issue-actions.ts";
import { IssueMenuItems } from "./issue-menu-items.tsx";
import { issueTimelinesQuery, TIMELINE_DAYS } from "./issue-timelines.ts";
import { IssueStatusBadge } from "./issue-status-badge.tsx";
import { actionsOn } from "./issue-status.ts";
import { ISSUE_TYPE_WORDS } from "./issue-type-words.ts";
import { useIssueSubjects, type IssueSubject } from "./use-issue-subjects.ts";

export interface IssueTableProps {
  issues: readonly Issue[];
  /** Every row has this status, so only one that differs shows its own. */
  status?: IssueStatus | undefined;
  boxRef: RefObject<HTMLElement | null>;
  isStale: boolean;
  fresh: ReadonlySet<string>;
}

function idsOf(issues: readonly Issue[], type: Issue["type"]): string[] {
  return issues
    .filter((issue) => issue.type === type)
    .map(({ id }) => id)
    .toSorted();
}

export function IssueTable({ issues, status, boxRef, isStale, fresh }: IssueTableProps) {
  const subjectOf = useIssueSubjects(issues);
  const events = useQuery(issueTimelinesQuery("delivery", idsOf(issues, "delivery"))).data;
  const executions = useQuery(issueTimelinesQuery("transformation", idsOf(issues, "transformation"))).data;
  const refusal = useRefusal("triage");
  const { mutate: change, variables, isPending } = useChangeIssue();
  const { menu, open, close } = useRowMenu();
  const menuIssue = issues.find(({ id }) => id === menu.rowId);
  return (
    <>
      <Table label="Issues" boxRef={boxRef} isStale={isStale}>
        <thead>
          <tr>
            <Th>Issue</Th>
            <Th className="max-lg:hidden">Last {TIMELINE_DAYS} days</Th>
            <Th className="text-right max-lg:hidden">Events</Th>
            <Th className="max-md:hidden">Last and first seen</Th>
            <Th className="w-px">
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <ListRows>
          {issues.map((issue) => (
            <IssueRow
              key={issue.id}
              issue={issue}
              {...subjectOf(issue)}
              hasStatus={issue.status !== status}
              timeline={(issue.type === "delivery" ? events : executions)?.get(issue.id)}
              isFresh={fresh.has(issue.id)}
              isChanging={isPending && variables.id === issue.id}
              refusal={refusal}
              onChange={change}
              onOpenMenu={open}
            />
          ))}
        </ListRows>
      </Table>
      <RowMenu menu={menu} onClose={close}>
        {menuIssue ? (
          <IssueMenuItems
            issue={menuIssue}
            refusal={refusal}
            onChange={(action) => change({ id: menuIssue.id, action })}
          />
        ) : null}
      </RowMenu>
    </>
  );
}

interface IssueRowProps extends IssueSubject {
  issue: Issue;
  hasStatus: boolean;
  timeline: readonly number[] | undefined;
  isFresh: boolean;
  isChanging: boolean;
  refusal: string | undefined;
  onChange: (change: IssueChange) => void;
  onOpenMenu: (id: string, anchor: HTMLElement) => void;
}

/** Memoised, so that a poll renders only the rows that changed. */
const IssueRow = memo(function IssueRow(props: IssueRowProps) {
  const { issue, title, name, isDeleted, hasStatus, timeline, isFresh, isChanging, refusal } = props;
  const { id, type, status, first_seen_at, last_seen_at } = issue;
  const { label, icon: Icon } = ISSUE_TYPE_WORDS[type];
  const { next } = actionsOn(issue);
  return (
    <ListRow isFresh={isFresh}>
      <Td className="w-full max-w-0 py-2">
        <div className="flex items-start gap-3">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2" />
          <div className="min-w-0 flex-1">
            <Link
              {...{ [ROW_LINK]: "" }}
              to="/issues/$id"
              params={{ id }}
              className="block truncate font-medium hover:underline max-sm:line-clamp-3 max-sm:whitespace-normal"
            >
              {title}
            </Link>
            <div className="mt-1 flex items-center gap-x-3 gap-y-1 text-xs text-ink-2 max-sm:flex-wrap">
              {hasStatus ? <IssueStatusBadge status={status} /> : null}
              <span>{label}</span>
              {isDeleted ? null : (
                <Badge className="max-w-full min-w-0">
                  <span className="truncate">{name}</span>
                </Badge>
              )}
              <span className="md:hidden">
                <Timestamp value={last_seen_at} />
              </span>
            </div>
          </div>
        </div>
      </Td>
      <Td className="max-lg:hidden">
        <Timeline timeline={timeline} />
      </Td>
      <Td className="text-right tabular-nums max-lg:hidden">
        {timeline === undefined ? "–" : countText(sum(timeline))}
      </Td>
      <Td className="text-xs max-md:hidden">
        <Timestamp value={last_seen_at} className="block" />
        <Timestamp value={first_seen_at} className="block text-ink-3" />
      </Td>
      <Td className="pl-0">
        <div className="flex items-center justify-end gap-1">
          <Button
            size="sm"
            disabledReason={refusal}
            isPending={isChanging}
            onClick={() => props.onChange({ id, action: next })}
          >
            {ISSUE_ACTION_WORDS[next].label}
          </Button>
          <RowMenuButton rowId={id} onOpen={props.onOpenMenu} />
        </div>
      </Td>
    </ListRow>
  );
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function Timeline({ timeline }: { timeline: readonly number[] | undefined }) {
  if (timeline === undefined) return null;
  return (
    <Sparkline
      label={`${countText(sum(timeline))} in the last ${TIMELINE_DAYS} days.`}
      series={[{ name: "Failed", tone: "bad", values: timeline }]}
    />
  );
}
