/**
 * Which events are leased to a process that is not registered any more?
 *
 * None, since a process takes leases only through the fence (processes.ts). But an event that an older version left like
 * this would wait forever, and so would one that we lose by a mistake of our own. A process registers before it takes a
 * lease, and its number is never used again: so a lease without a registered process is lost, however old it is.
 */
import type { Queryable } from "./database.ts";
import type { EventKey } from "./event-leases.ts";
import { FIRST_POSITION, type Position, type Stretch, readStretch } from "./stretch.ts";

/** Returns the processes that claimed events and are gone. Takes one step down the index for each process in it. */
export async function findGoneClaimants(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ claimed_by: number }>(
    `with recursive claimants as (
       (select claimed_by from events where claimed_by is not null order by claimed_by limit 1)
       union all
       select (select events.claimed_by from events where events.claimed_by > claimants.claimed_by
               order by events.claimed_by limit 1)
       from claimants where claimants.claimed_by is not null)
     select claimed_by from claimants
     where claimed_by is not null and not exists (select from processes where processes.id = claimed_by)`,
  );
  return rows.map((row) => row.claimed_by);
}

/** Looks for lost leases among the next rows, in the order of stretch.ts. No index finds leases from birth. */
export async function readLostLeases(
  db: Queryable,
  { after, limit }: { after: Position; limit: number },
): Promise<Stretch> {
  return readStretch(db, {
    table: "events",
    wanted: `(lease_owner is not null
         and not exists (select from processes where processes.id = events.lease_owner))`,
    from: FIRST_POSITION.id,
    after,
    limit,
  });
}

/** Returns the processes that hold these events and are gone. */
export async function findHolders(db: Queryable, events: readonly EventKey[]): Promise<number[]> {
  if (events.length === 0) return [];
  const { rows } = await db.query<{ lease_owner: number }>(
    `select distinct lease_owner
     from unnest($1::uuid[], $2::uuid[]) as asked (team_id, id)
     join events on events.team_id = asked.team_id and events.id = asked.id
     where lease_owner is not null and not exists (select from processes where processes.id = lease_owner)`,
    [events.map(({ team_id }) => team_id), events.map(({ id }) => id)],
  );
  return rows.map((row) => row.lease_owner);
}
