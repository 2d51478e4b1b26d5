/**
 * Which payloads outlive their retention?
 *
 * Every write to `kept_payloads`: copies, so that retention can drop whole days of payloads without looking for the few
 * that are still needed. A bookmark needs its payload until it is deleted, an event until it has been sent.
 */
import type { Database, Queryable } from "./database.ts";

interface PayloadKey {
  team_id: string;
  event_data_id: string;
}

const COLUMNS = "team_id, id, method, path, query, headers, client_ip, body, redaction";

/** The payloads of all events that are still to be sent: three partial indexes find them. */
const UNSENT = `(
    select team_id, event_data_id from events where next_attempt_at is not null
    union select team_id, event_data_id from events where is_held
    union select team_id, event_data_id from events where claimed_by is not null)`;

/**
 * Copies a payload, or finds its copy. Both lock the copy, so that a bookmark deleted at the same moment
 * does not remove it. Returns false when the data is past retention.
 */
export async function keepPayload(tx: Queryable, { team_id, event_data_id }: PayloadKey): Promise<boolean> {
  const copied = await tx.query(
    `insert into kept_payloads (${COLUMNS})
     select ${COLUMNS} from payloads where team_id = $1 and id = $2
     on conflict (team_id, id) do update set path = kept_payloads.path`,
    [team_id, event_data_id],
  );
  if (copied.rowCount > 0) return true;
  const kept = await tx.query(`select 1 from kept_payloads where team_id = $1 and id = $2 for update`, [
    team_id,
    event_data_id,
  ]);
  return kept.rowCount > 0;
}

/**
 * Deletes the copy unless another bookmark needs it. The lock waits for a bookmark that is just being created. If the
 * original is gone, an event may need the copy: `releaseUnneeded` looks for that.
 */
export async function releasePayload(tx: Queryable, { team_id, event_data_id }: PayloadKey): Promise<void> {
  await tx.query(`select 1 from kept_payloads where team_id = $1 and id = $2 for update`, [
    team_id,
    event_data_id,
  ]);
  await tx.query(
    `delete from kept_payloads
     where team_id = $1 and id = $2
       and exists (select from payloads where team_id = $1 and id = $2)
       and not exists (select from bookmarks where team_id = $1 and event_data_id = $2)`,
    [team_id, event_data_id],
  );
}

interface PastRetention {
  team_ids: readonly string[];
  /** Payloads with smaller ids are about to be dropped, or already are. */
  before: string;
  limit: number;
}

/** Copies payloads that events still need. Returns true when there may be more. */
export async function keepUnsent(
  db: Queryable,
  { team_ids, before, limit }: PastRetention,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into kept_payloads (${COLUMNS})
     select ${COLUMNS} from payloads
     where (team_id, id) in (
       select team_id, event_data_id from ${UNSENT} as unsent
       where team_id = any ($1::uuid[]) and event_data_id < $2
         and not exists (
           select from kept_payloads as kept where kept.team_id = unsent.team_id and kept.id = event_data_id))
     limit $3
     on conflict do nothing`,
    [team_ids, before, limit],
  );
  return rowCount === limit;
}

/**
 * Deletes copies that neither a bookmark nor an event needs any more, from `after` on. Returns the last id it looked at,
 * or null at the end. The lock comes first, in a statement of its own: a bookmark that is being created meanwhile holds
 * it, and the delete then sees that bookmark.
 */
export async function releaseUnneeded(
  db: Database,
  { team_ids, before, limit, after }: PastRetention & { after: string },
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ team_id: string; id: string }>(
      `select team_id, id from kept_payloads
       where team_id = any ($1::uuid[]) and id > $2 and id < $3
       order by id limit $4
       for update`,
      [team_ids, after, before, limit],
    );
    await tx.query(
      `delete from kept_payloads as kept
       using unnest($1::uuid[], $2::uuid[]) as looked_at (team_id, id)
       where kept.team_id = looked_at.team_id and kept.id = looked_at.id
         and not exists (select from bookmarks where team_id = kept.team_id and event_data_id = kept.id)
         and not exists (select from ${UNSENT} as unsent where team_id = kept.team_id and event_data_id = kept.id)`,
      [rows.map((row) => row.team_id), rows.map((row) => row.id)],
    );
    return rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
  });
}
