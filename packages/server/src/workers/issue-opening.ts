/**
 * Turns what went wrong into issues.
 *
 * Every process that delivers runs this, and one of them works at a time. News and the issues that they make change in
 * one transaction: a process that dies in between has done nothing, and the next turn finds the news again.
 */
import { ISSUE_TYPES } from "@posthorn/contract/causes";
import { seenIssue } from "../issues/seen-issues.ts";
import { findExample, readMostPerMinute, readSubjects } from "../issues/subjects.sql.ts";
import type { Log } from "../log.ts";
import type { Database, Queryable } from "../store/database.ts";
import { readActiveTriggers } from "../store/issue-triggers.ts";
import {
  becomeIssueOpener,
  type IssueNews,
  recordSeen,
  type SeenIssue,
  setExample,
  takeIssueNews,
} from "../store/issues.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 2_000;
/** A bound, so that a turn after a long pause is not one long transaction. */
const NEWS_PER_TRANSACTION = 1_000;

export function createIssueOpening(db: Database, log: Log): Loop {
  return repeat("issue_opening", EVERY_MS, log, () => openIssues(db, log));
}

/** Resolves when no news are left, or another process is at it. */
export async function openIssues(db: Database, log: Log): Promise<void> {
  while (await db.transaction((tx) => openSome(tx, log)));
}

/** Returns true when there may be more. */
async function openSome(tx: Queryable, log: Log): Promise<boolean> {
  if (!(await becomeIssueOpener(tx))) return false;
  const news = await takeIssueNews(tx, NEWS_PER_TRANSACTION);
  for (const seen of await seenAmong(tx, news)) {
    const opened = await recordSeen(tx, seen);
    if (!opened) continue;
    const example = await findExample(tx, opened);
    if (example) await setExample(tx, opened, example);
    const { id: issue_id, team_id, type, key, is_new } = opened;
    log.info("issue.opened", { issue_id, team_id, type, key, is_new });
  }
  return news.length > 0;
}

async function seenAmong(tx: Queryable, news: readonly IssueNews[]): Promise<SeenIssue[]> {
  const seen: SeenIssue[] = [];
  for (const type of ISSUE_TYPES) {
    const ofType = news.filter((each) => each.type === type);
    if (ofType.length === 0) continue;
    const triggers = await readActiveTriggers(tx, [...new Set(ofType.map(({ team_id }) => team_id))], type);
    const subjects = await readSubjects(tx, type, [...new Set(ofType.map(({ subject_id }) => subject_id))]);
    for (const each of ofType) {
      const ofProject = triggers.filter(({ team_id }) => team_id === each.team_id);
      const subject = subjects.get(each.subject_id) ?? null;
      const mostPerMinute =
        type === "request" && ofProject.length > 0 ? await readMostPerMinute(tx, each) : 0;
      const issue = seenIssue({ news: each, subject, mostPerMinute }, ofProject);
      if (issue) seen.push(issue);
    }
  }
  return seen;
}
