/**
 * What does a large backlog of events cost that cannot be sent yet?
 *
 * A million events are due for a destination that takes one per hour. We insert them directly into the table; a
 * gateway that accepted them one by one would have left the same rows.
 */
import { Client } from "pg";

const PENDING_EVENTS = 1_000_000;

/** Limit the connection's destination before, so that the product leaves the events in the database. */
export async function insertPendingEvents(databaseUrl: string, connectionName: string): Promise<void> {
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
         connection.id, payload.id, 'QUEUED', 0, 'INITIAL', now(), now()
       from connection, payload, generate_series(1, ${PENDING_EVENTS}) as number`,
      [connectionName],
    );
    // Vacuum now, so that the bench does not measure the automatic vacuum that follows a large insert.
    await client.query("vacuum (analyze) events");
  } finally {
    await client.end();
  }
}
