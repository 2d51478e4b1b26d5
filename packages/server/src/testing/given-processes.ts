/**
 * How does a test write leases under process numbers of its own choice? Only a registered process passes the fence (see
 * store/processes.ts). Their heartbeats lie in the future, so nobody takes them over.
 */
import { newId } from "../ids.ts";
import type { Queryable } from "../store/database.ts";

/** Leaves a process that is registered as it is. */
export async function givenProcesses(db: Queryable, ...ids: readonly number[]): Promise<void> {
  await db.query(
    `insert into processes (id, heartbeat_at, unfinished_from) overriding system value
     select id, now() + interval '1 day', $2 from unnest($1::int[]) as row (id)
     on conflict (id) do nothing`,
    [ids, newId()],
  );
}
