/**
 * Is something wrong with the thing that a page shows? One line names its open issue; there is none while nothing is open.
 *
 * The line stands where there is room anyway, so its arrival moves nothing: at the end of a page's tabs, or in a row of an
 * event's properties. Its words load when an answer says that there is an issue.
 */
import { findOpenIssues, type OpenIssues } from "@posthorn/contract/issues";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { later } from "../../ui/later.tsx";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const EVERY_MS = 10_000;

function openIssuesQuery(concerns: string) {
  return queryOptions({
    queryKey: ["issues", "open", concerns],
    queryFn: ({ signal }) => call(findOpenIssues, { query: { concerns }, signal }),
    refetchInterval: pollEvery(EVERY_MS),
  });
}

export interface IssueNoteProps extends OpenIssues {
  /** The id of the thing that has the issues. */
  concerns: string;
}

const Nothing = () => null;
const IssueNote = later(() => import("./issue-note.tsx")).component<IssueNoteProps>(
  (loaded) => loaded.IssueNote,
  Nothing,
  Nothing,
);

export interface OpenIssueNoteProps {
  /** A connection, destination, source, transformation or event. */
  id: string;
  /** Stands in its place while nothing is open. */
  children?: ReactNode;
}

export function OpenIssueNote({ id, children }: OpenIssueNoteProps) {
  const { data } = useQuery(openIssuesQuery(id));
  return data ? <IssueNote {...data} concerns={id} /> : children;
}
