/**
 * Did the product store everything that it acked?
 *
 * A rate counts only if the number of rows in the database agrees with the generator. Ids contain their time, so the
 * rows of one round are one range of ids.
 */
import { Client } from "pg";

export interface StoredRows {
  requests: number;
  successfulEvents: number;
  otherEvents: number;
  successfulAttempts: number;
  otherAttempts: number;
}

/** Counts the rows whose ids were made at or after `sinceMs` (Unix time). */
export async function countRowsSince(databaseUrl: string, sinceMs: number): Promise<StoredRows> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Record<keyof StoredRows, string>>(
      `with project as (select id from projects)
       select
         (select count(*) from requests where team_id = project.id and id >= $1) as "requests",
         (select count(*) from events
          where team_id = project.id and id >= $1 and status = 'SUCCESSFUL') as "successfulEvents",
         (select count(*) from events
          where team_id = project.id and id >= $1 and status <> 'SUCCESSFUL') as "otherEvents",
         (select count(*) from attempts
          where team_id = project.id and event_id >= $1 and status = 'SUCCESSFUL') as "successfulAttempts",
         (select count(*) from attempts
          where team_id = project.id and event_id >= $1 and status <> 'SUCCESSFUL') as "otherAttempts"
       from project`,
      [firstIdAt(sinceMs)],
    );
    const [row] = rows;
    if (row === undefined || rows.length > 1) throw new Error("The bench expects exactly one project");
    return {
      requests: Number(row.requests),
      successfulEvents: Number(row.successfulEvents),
      otherEvents: Number(row.otherEvents),
      successfulAttempts: Number(row.successfulAttempts),
      otherAttempts: Number(row.otherAttempts),
    };
  } finally {
    await client.end();
  }
}

/** The smallest UUIDv7 of that millisecond. */
function firstIdAt(unixMs: number): string {
  const hex = unixMs.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
