/** What must be known of issues to tell people about them, and who are these people? */
import type { IssueType } from "@posthorn/contract/causes";
import { publicId } from "@posthorn/contract/ids";
import { readSubjects } from "../issues/subjects.sql.ts";
import { ALL_FACTS, FACTS, type FactColumns, countersOf } from "../store/counters.ts";
import type { Queryable } from "../store/database.ts";
import { LIVE_PROJECTS } from "../store/projects.ts";
import type { ToldIssue } from "./message.ts";

interface IssueRow extends Omit<ToldIssue, "subject_name" | "failures"> {
  team_id: string;
  subject_id: string;
}

/** In the order of the ids. An issue of a deleted project is left out. */
export async function readToldIssues(db: Queryable, ids: readonly string[]): Promise<ToldIssue[]> {
  const { rows } = await db.query<IssueRow>(
    `select issues.id, team_id, type, subject_id, key, status, opened_at, projects.name as project_name
     from unnest($1::uuid[]) with ordinality as asked (id, position)
     join issues on issues.id = asked.id join ${LIVE_PROJECTS} on projects.id = team_id
     order by position`,
    [ids],
  );
  const names = new Map<string, string>();
  for (const [type, ofType] of Map.groupBy(rows, (row) => row.type)) {
    const subjects = await readSubjects(db, type, [...new Set(ofType.map(({ subject_id }) => subject_id))]);
    for (const [id, { name }] of subjects) names.set(id, name);
  }
  return Promise.all(
    rows.map(async (row) => {
      const failures = await readFailures(db, row);
      const { team_id: _, subject_id, ...issue } = row;
      return Object.assign(issue, {
        id: publicId("issue", row.id),
        subject_name: names.get(subject_id) ?? null,
        failures,
      });
    }),
  );
}

type Counted = Pick<IssueRow, "team_id" | "type" | "subject_id" | "key" | "opened_at">;

/** Since the minute before the issue opened: news take a few seconds to open it. Null: they are not counted. */
async function readFailures(db: Queryable, issue: Counted): Promise<number | null> {
  const statement = failuresOf(issue.type);
  if (statement === null) return null;
  const { rows } = await db.query<{ count: number | null }>(statement, [
    issue.team_id,
    issue.subject_id,
    issue.key,
    issue.opened_at,
  ]);
  return rows[0]?.count ?? 0;
}

function failuresOf(type: IssueType): string | null {
  for (const fact of ALL_FACTS) {
    const { keys, issues }: FactColumns = FACTS[fact];
    if (issues?.type === type)
      return `select sum(count)::float8 as count from ${countersOf(fact, "minute")} as counted
        where team_id = $1 and ${keys[0]} = $2 and ${issues.key} = $3 and ${issues.which}
          and at >= date_trunc('minute', $4::timestamptz) - interval '1 minute'`;
  }
  return null;
}

/** Everybody who may enter the project. */
export async function readAddresses(db: Queryable, team_id: string): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>(
    `select users.email from project_roles join users on users.id = project_roles.user_id
     where project_roles.team_id = $1 order by users.email`,
    [team_id],
  );
  return rows.map(({ email }) => email);
}
