/**
 * How does a test write leases under process numbers of its own choice, or of a process that has ended? Only a registered
 * process passes the fence (see store/processes.ts).
 */
import { newId } from "../ids.ts";
import type { Queryable } from "../store/database.ts";
import { registerProcess } from "../store/processes.ts";

/** Their heartbeats lie in the future, so nobody takes them over. Leaves a process that is registered as it is. */
export async function givenProcesses(db: Queryable, ...ids: readonly number[]): Promise<void> {
  await db.query(
    `insert into processes (id, heartbeat_at, unfinished_from) overriding system value
     select id, now() + interval '1 day', $2 from unnest($1::int[]) as row (id)
     on conflict (id) do nothing`,
    [ids, newId()],
  );
}

/** A process that was killed a moment ago: its heartbeat is still fresh. */
export async function givenEnded(db: Queryable, unfinishedFrom: string): Promise<number> {
  const id = await registerProcess(db, unfinishedFrom);
  await db.query("update processes set pid_started = 'long ago' where id = $1", [id]);
  return id;
}
