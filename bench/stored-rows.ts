/**
 * Has everything that was acked been written?
 *
 * A rate counts only when the database agrees with the generator row by row. Ids carry their time, so
 * the rows of one round are one range.
 */
import { Client } from "pg";

export interface StoredRows {
  requests: number;
  successfulEvents: number;
  otherEvents: number;
  successfulAttempts: number;
  otherAttempts: number;
}

/** Everything with an id made at or after `sinceMs` (Unix time). */
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
