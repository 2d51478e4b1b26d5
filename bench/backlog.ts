/**
 * How does a mountain of events that wait get into the database?
 *
 * They are written straight into the table: a gateway that took them in one by one would have left the same rows.
 */
import { Client } from "pg";

/** Of the connection of that source: due now, or held because it is paused. */
export async function insertWaitingEvents(
  databaseUrl: string,
  sourceName: string,
  { count, status }: { count: number; status: "QUEUED" | "HOLD" },
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `with connection as (
         select connections.id, connections.team_id from connections
         join sources on sources.id = connections.source_id
         where sources.name = $1),
       payload as (
         select payloads.id from payloads, connection where payloads.team_id = connection.team_id order by id desc limit 1)
       insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, next_attempt_at, updated_at)
       select connection.team_id,
         (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - 3600000 + number / 1000), 12, '0')
           || '7' || lpad(to_hex(number % 1000), 3, '0') || '8' || substr(md5(number::text), 1, 11) || '0001')::uuid,
         connection.id, payload.id, $3, 0, 'INITIAL', case when $3 = 'QUEUED' then now() end, now()
       from connection, payload, generate_series(1, $2::int) as number`,
      [sourceName, count, status],
    );
    // Vacuum now, so that the bench does not measure the automatic vacuum that follows a large insert.
    await client.query("vacuum (analyze) events");
  } finally {
    await client.end();
  }
}
