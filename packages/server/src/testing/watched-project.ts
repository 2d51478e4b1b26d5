/**
 * How does a test let things go wrong in a project, and look at the issues that come of it?
 *
 * Failures are rows, written as the pipeline writes them. The loops that turn them into issues run only when the test
 * asks for a look.
 */
import type { IssueStatus } from "@posthorn/contract/causes";
import type { Scope } from "@posthorn/contract/issue-triggers";
import { eventIdBytes, newId, newRequestIdBytes, uuidText } from "../ids.ts";
import type { Database } from "../store/database.ts";
import { type TypedConfigs, insertIssueTrigger } from "../store/issue-triggers.ts";
import { createProject } from "../store/new-project.ts";
import { moveAllNews } from "../workers/counting.ts";
import { openIssues } from "../workers/issue-opening.ts";
import { sealer } from "./gateway.ts";
import { requestIdAt } from "./request-id-at.ts";

export const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

export interface Failure {
  /** A response status, or an error code. */
  with?: number | string;
  is_final?: boolean;
  /** How many events fail. */
  times?: number;
}

export interface FoundIssue {
  id: string;
  subject_id: string;
  key: string;
  status: IssueStatus;
  issue_trigger_id: string;
  reference_id: string | null;
  is_dismissed: boolean;
  is_auto_resolved: boolean;
  opened_at: string;
  first_seen_at: string;
  last_seen_at: string;
}

export const deliveries = (
  connections: Scope,
  strategy: "first_attempt" | "final_attempt" = "first_attempt",
): TypedConfigs => ({ type: "delivery", configs: { strategy, connections } });

export interface WatchedProject {
  team_id: string;
  givenConnection: (name: string, type?: "HTTP" | "CLI") => Promise<string>;
  givenTrigger: (typed: TypedConfigs) => Promise<string>;
  /** Disables all others. */
  onlyTrigger: (typed: TypedConfigs) => Promise<string>;
  /** Returns the ids of the events. */
  fail: (connection: string, failure?: Failure) => Promise<string[]>;
  /** An event that has been due for so long. Returns its id. */
  givenWaiting: (connection: string, minutes: number) => Promise<string>;
  /** Turns what went wrong into issues. */
  look: () => Promise<void>;
  /** In the order in which they were made. */
  issues: () => Promise<FoundIssue[]>;
}

/** A project as a person gets it, with its default triggers. */
export async function givenWatchedProject(db: Database): Promise<WatchedProject> {
  const team_id = await createProject(db, sealer, { organization_id: newId(), name: "Watched" });

  async function givenTrigger(typed: TypedConfigs): Promise<string> {
    const id = newId();
    await insertIssueTrigger(db, { id, team_id, name: null, channels: null, ...typed });
    return id;
  }

  return {
    team_id,
    async givenConnection(name, type = "HTTP") {
      const [id, source_id, destination_id] = [newId(), newId(), newId()];
      await db.query(
        "insert into sources (id, team_id, name, type, config) values ($1, $2, $3, 'WEBHOOK', '{}')",
        [source_id, team_id, `from-${name}`],
      );
      await db.query(
        "insert into destinations (id, team_id, name, type, config) values ($1, $2, $3, $4, '{}')",
        [destination_id, team_id, `to-${name}`, type],
      );
      await db.query(
        "insert into connections (id, team_id, name, source_id, destination_id) values ($1, $2, $3, $4, $5)",
        [id, team_id, name, source_id, destination_id],
      );
      return id;
    },
    givenTrigger,
    async onlyTrigger(typed) {
      await db.query("update issue_triggers set disabled_at = now() where team_id = $1", [team_id]);
      return givenTrigger(typed);
    },
    async fail(webhook_id, { with: failure = 503, is_final = false, times = 1 } = {}) {
      const ids = Array.from({ length: times }, () => uuidText(eventIdBytes(newRequestIdBytes(), 1)));
      await db.query(
        `insert into attempts (team_id, event_id, attempt_number, trigger, status, response_status, error_code, created_at,
           webhook_id, is_final)
         select $1, id, 1, 'INITIAL', 'FAILED', $3, $4, now(), $2, $5 from unnest($6::uuid[]) as id`,
        [
          team_id,
          webhook_id,
          typeof failure === "number" ? failure : null,
          typeof failure === "string" ? failure : null,
          is_final,
          ids,
        ],
      );
      return ids;
    },
    async givenWaiting(connection, minutes) {
      const id = uuidText(eventIdBytes(requestIdAt(Date.now() - minutes * 60_000), 1));
      await db.query(
        `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, next_attempt_at, updated_at)
         values ($1, $2, $3, $2, 'QUEUED', 0, 'INITIAL', now() - $4 * interval '1 minute', now())`,
        [team_id, id, connection, minutes],
      );
      return id;
    },
    async look() {
      await moveAllNews(db);
      await openIssues(db, QUIET);
    },
    async issues() {
      const { rows } = await db.query<FoundIssue>(
        `select id, subject_id, key, status, issue_trigger_id, reference_id, dismissed_at is not null as is_dismissed,
           auto_resolved_at is not null as is_auto_resolved, opened_at::text, first_seen_at::text, last_seen_at::text
         from issues where team_id = $1 order by id`,
        [team_id],
      );
      return rows;
    },
  };
}
