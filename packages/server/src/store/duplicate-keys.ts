/**
 * Every write to `duplicate_keys`: which request came first?
 *
 * The statement that records the key also decides: of all requests with one key at one moment exactly one is first,
 * whichever processes ask. A request that asks again after a crash is still first.
 */
import { byteaArray, uuidArray } from "./binary-arrays.ts";
import type { Queryable } from "./database.ts";
import type { Lane } from "./lane.ts";

export interface KeyClaim {
  connection: Uint8Array;
  key: Uint8Array;
  request: Uint8Array;
  windowMs: number;
}

/** Returns the indexes of the claims that are first. No two claims may have the same connection and key. */
export async function claimKeys(lane: Lane, claims: readonly KeyClaim[]): Promise<Set<number>> {
  const rows = await lane.run<{ number: string }>(
    "claim-keys",
    `with wanted as (
       select * from unnest($1::uuid[], $2::bytea[], $3::uuid[], $4::float8[])
         with ordinality as row (webhook_id, key, request_id, window_ms, number)),
     first as (
       insert into duplicate_keys (webhook_id, key, request_id, until)
       select webhook_id, key, request_id, now() + window_ms * interval '1 millisecond' from wanted
       order by webhook_id, key
       on conflict (webhook_id, key) do update
       set request_id = excluded.request_id,
         until = case when duplicate_keys.until > now() then duplicate_keys.until else excluded.until end
       where duplicate_keys.until <= now() or duplicate_keys.request_id = excluded.request_id
       returning webhook_id, key)
     select wanted.number::text from first join wanted using (webhook_id, key)`,
    [
      uuidArray(claims.map((claim) => claim.connection)),
      byteaArray(claims.map((claim) => claim.key)),
      uuidArray(claims.map((claim) => claim.request)),
      claims.map((claim) => claim.windowMs),
    ],
  );
  return new Set(rows.map((row) => Number(row.number) - 1));
}

/** Deletes up to `limit` rows; returns true when there may be more. */
export async function forgetOldKeys(db: Queryable, limit: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from duplicate_keys
     where (webhook_id, key) in (
       select webhook_id, key from duplicate_keys where until <= now() order by until limit $1
       for update skip locked)`,
    [limit],
  );
  return rowCount === limit;
}
