/**
 * Every write to `processes`: who is alive, and from which id on their work may be unfinished.
 */
import { releaseCliSessionsOf } from "./cli-sessions.ts";
import type { Database, Queryable } from "./database.ts";
import { releaseStrandedEvents } from "./event-leases.ts";
import { type UnroutedRequest, adoptUnroutedRequests } from "./requests.ts";

export async function registerProcess(db: Queryable, unfinishedFrom: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into processes (unfinished_from) values ($1) returning id`,
    [unfinishedFrom],
  );
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL registered the process without telling its id");
  return row.id;
}

/**
 * False when somebody declared this process dead and took its work. With `keepsMark` the mark only moves
 * back: a claim is on its way that may move it further than this process knows.
 */
export async function beat(
  db: Queryable,
  { id, unfinishedFrom, keepsMark = false }: { id: number; unfinishedFrom: string; keepsMark?: boolean },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update processes
     set heartbeat_at = now(), unfinished_from = case when $3 then least(unfinished_from, $2::uuid) else $2::uuid end
     where id = $1`,
    [id, unfinishedFrom, keepsMark],
  );
  return rowCount > 0;
}

/** After a clean stop nothing is left to take over. No socket is open in a process that is not there. */
export async function deregisterProcess(db: Queryable, id: number): Promise<void> {
  await releaseCliSessionsOf(db, id);
  await db.query(`delete from processes where id = $1`, [id]);
}

export interface TakeOver {
  dead: number;
  releasedEvents: number;
  unroutedRequests: UnroutedRequest[];
}

/**
 * Takes all work of one dead process in one transaction, or finds none dead. The row lock makes sure that
 * of several heirs exactly one succeeds; the heir's own mark moves back first, so that its own death in
 * the middle strands nothing.
 */
export async function takeOverDeadProcess(
  db: Database,
  { heir, silentForMs, before }: { heir: number; silentForMs: number; before: string },
): Promise<TakeOver | null> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: number; unfinished_from: string }>(
      `select id, unfinished_from from processes
       where id <> $1 and heartbeat_at <= now() - $2 * interval '1 millisecond'
       order by id limit 1
       for update skip locked`,
      [heir, silentForMs],
    );
    const [dead] = rows;
    if (!dead) return null;
    await tx.query(`update processes set unfinished_from = least(unfinished_from, $2) where id = $1`, [
      heir,
      dead.unfinished_from,
    ]);
    const releasedEvents = await releaseStrandedEvents(tx, { owner: dead.id, from: dead.unfinished_from });
    const unroutedRequests = await adoptUnroutedRequests(tx, {
      from: dead.unfinished_from,
      before,
      owner: dead.id,
      heir,
    });
    await deregisterProcess(tx, dead.id);
    return { dead: dead.id, releasedEvents, unroutedRequests };
  });
}
