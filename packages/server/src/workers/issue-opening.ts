/**
 * Turns what went wrong into issues.
 *
 * Every process that delivers runs this, and one of them works at a time. News and the issues that they make change in
 * one transaction: a process that dies in between has done nothing, and the next turn finds the news again.
 */
import { ISSUE_TYPES } from "@posthorn/contract/causes";
import { backpressureOf, isOver } from "../issues/backpressure.ts";
import { seenIssue } from "../issues/seen-issues.ts";
import { findExample, readMostPerMinute, readSubjects } from "../issues/subjects.sql.ts";
import type { Log } from "../log.ts";
import type { Database, Queryable } from "../store/database.ts";
import { readActiveTriggers } from "../store/issue-triggers.ts";
import {
  becomeIssueOpener,
  type IssueNews,
  readOpenBackpressure,
  recordSeen,
  resolveByItself,
  type SeenIssue,
  setExample,
  takeIssueNews,
} from "../store/issues.ts";
import { readBacklogs } from "../store/queue-samples.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 2_000;
const WATCH_EVERY_MS = 15_000;
/** A bound, so that a turn after a long pause is not one long transaction. */
const NEWS_PER_TRANSACTION = 1_000;
/** PostgreSQL reads this as the time of the transaction. */
const NOW = "now";

export function createIssueOpening(db: Database, log: Log): Loop {
  return repeat("issue_opening", EVERY_MS, log, () => openIssues(db, log));
}

/** Resolves when no news are left, or another process is at it. */
export async function openIssues(db: Database, log: Log): Promise<void> {
  while (await db.transaction((tx) => openSome(tx, log)));
}

export function createBackpressureWatch(db: Database, log: Log): Loop {
  return repeat("backpressure", WATCH_EVERY_MS, log, () => watchBackpressure(db, log));
}

/** Opens the issues of destinations whose events wait too long, and resolves those of queues that have cleared. */
export async function watchBackpressure(db: Database, log: Log): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await becomeIssueOpener(tx))) return;
    const open = await readOpenBackpressure(tx);
    const backlogs = await readBacklogs(tx);
    const triggers = await readActiveTriggers(tx, teamsOf(backlogs), "backpressure");
    const ids = backlogs.map(({ destination_id }) => destination_id);
    const destinations = await readSubjects(tx, "backpressure", ids);
    for (const backlog of backlogs) {
      const ofProject = triggers.filter(({ team_id }) => team_id === backlog.team_id);
      const issue = backpressureOf(backlog, destinations.get(backlog.destination_id), ofProject);
      if (issue) await record(tx, log, { ...issue, first_at: NOW, last_at: NOW });
    }
    const ended = open.filter((issue) => isOver(issue, backlogs));
    await resolveByItself(
      tx,
      ended.map(({ id }) => id),
    );
    for (const { id: issue_id, team_id, type } of ended)
      log.info("issue.resolved", { issue_id, team_id, type });
  });
}

/** Returns true when there may be more. */
async function openSome(tx: Queryable, log: Log): Promise<boolean> {
  if (!(await becomeIssueOpener(tx))) return false;
  const news = await takeIssueNews(tx, NEWS_PER_TRANSACTION);
  for (const seen of await seenAmong(tx, news)) await record(tx, log, seen);
  return news.length > 0;
}

async function record(tx: Queryable, log: Log, seen: SeenIssue): Promise<void> {
  const opened = await recordSeen(tx, seen);
  if (!opened) return;
  const example = await findExample(tx, opened);
  if (example) await setExample(tx, opened, example);
  const { id: issue_id, team_id, type, key, is_new } = opened;
  log.info("issue.opened", { issue_id, team_id, type, key, is_new });
}

function teamsOf(rows: readonly { team_id: string }[]): string[] {
  return [...new Set(rows.map(({ team_id }) => team_id))];
}

async function seenAmong(tx: Queryable, news: readonly IssueNews[]): Promise<SeenIssue[]> {
  const seen: SeenIssue[] = [];
  for (const type of ISSUE_TYPES) {
    const ofType = news.filter((each) => each.type === type);
    if (ofType.length === 0) continue;
    const triggers = await readActiveTriggers(tx, teamsOf(ofType), type);
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
