/**
 * The issues of a list, which stays up to date without moving the rows that a person reads.
 *
 * An issue whose status changes leaves its list. While a person reads the list, it stays, and shows its new status.
 */
import type { Issue } from "@posthorn/contract/issues";
import { useRef, type RefObject } from "react";
import type { LiveRowQueries, LiveRows } from "../live-lists/use-live-rows.ts";
import { useLiveRows } from "../live-lists/use-live-rows.ts";
import { isBeingRead } from "../../ui/list/row-focus.ts";
import { issueQuery, issuesByIdQuery, issuesQuery, type IssueListAsk } from "./issue-queries.ts";

const QUERIES: LiveRowQueries<Issue, IssueListAsk> = {
  page: (ask) => issuesQuery(ask),
  one: issueQuery,
  lost: { mayChange: () => true, query: issuesByIdQuery },
};

const FIRST_PAGE = {};

export interface IssueList {
  live: LiveRows<Issue>;
  boxRef: RefObject<HTMLElement | null>;
}

export function useIssueList(ask: IssueListAsk): IssueList {
  const boxRef = useRef<HTMLElement>(null);
  const live = useLiveRows(QUERIES, {
    filters: ask,
    page: FIRST_PAGE,
    selectedId: undefined,
    isHeld: () => isBeingRead(boxRef.current),
  });
  return { live, boxRef };
}
