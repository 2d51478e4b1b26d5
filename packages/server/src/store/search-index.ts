/**
 * Every write to `search_sections`, `search_mark` and `search_late`, and what the indexing worker reads.
 *
 * docs/decisions/0041 has the order of things. Two rules keep a section from hiding a row: the worker indexes only below a
 * mark that every open transaction has seen, and it deletes only those late rows that it saw before it began to read.
 */
import { requestIdOfEvent } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { LIVE_PROJECTS } from "./projects.ts";

const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Below the youngest rows nearly nothing is stored any more, so few rows are late. Work that a process has not finished
 * holds the mark back, but only for an hour: a backlog of transformations may take days.
 */
const CANDIDATE = `least(
  first_id(now() - interval '10 seconds'),
  (select greatest(unfinished_from, first_id(now() - interval '1 hour')) from processes
   order by unfinished_from limit 1),
  (select greatest(unrouted_from, first_id(now() - interval '1 hour')) from processes
   where unrouted_from is not null order by unrouted_from limit 1))`;
/** All ids of a request are on the same side of the mark. */
const BETWEEN_REQUESTS = `(left(${CANDIDATE}::text, 32) || '0000')::uuid`;

/** If a worker has not moved the mark for this long, another one may. */
const WORKS_FOR = "interval '1 minute'";

/**
 * Moves the mark on. Returns it: the worker may index below it once `areAllAware` says so. Returns null if another worker
 * is at work. That only saves work: two of them would do no harm.
 */
export async function publishMark(db: Queryable, worker: string): Promise<string | null> {
  const { rows } = await db.query<{ indexed_below: string }>(
    `insert into search_mark (indexed_below, worker, worker_until)
     values (${BETWEEN_REQUESTS}, $1, now() + ${WORKS_FOR})
     on conflict (is_only) do update
     set indexed_below = greatest(search_mark.indexed_below, excluded.indexed_below),
       worker = excluded.worker, worker_until = excluded.worker_until
     where search_mark.worker = excluded.worker or search_mark.worker_until < now()
     returning indexed_below`,
    [worker],
  );
  return rows[0]?.indexed_below ?? null;
}

/** Call after `publishMark` has committed. A transaction that gets its number from now on sees the mark. */
export async function readBarrier(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ barrier: string }>(
    "select pg_snapshot_xmax(pg_current_snapshot())::text as barrier",
  );
  return rows[0]?.barrier ?? "0";
}

/** Returns whether every transaction from before the barrier has ended. */
export async function areAllAware(db: Queryable, barrier: string): Promise<boolean> {
  const { rows } = await db.query<{ are_all: boolean }>(
    "select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as are_all",
    [barrier],
  );
  return rows[0]?.are_all ?? false;
}

export interface IndexedProject {
  team_id: string;
  /** Everything up to this id is indexed. */
  indexed_to: string;
}

export async function readIndexedProjects(db: Queryable): Promise<IndexedProject[]> {
  const { rows } = await db.query<IndexedProject>(
    `select id as team_id, coalesce(
       (select up_to from search_sections where team_id = projects.id order by above desc limit 1),
       '${LOWEST_ID}') as indexed_to
     from ${LIVE_PROJECTS} order by id`,
  );
  return rows;
}

const PAYLOAD_BYTES = `coalesce(octet_length(body), 0) + octet_length(headers) + octet_length(path)
  + coalesce(octet_length(query), 0)`;

export interface Waiting {
  team_id: string;
  requests: number;
  bytes: number;
  /** Everything up to this id has been counted. */
  counted_to: string;
}

/** Counts, for each project, up to `limit` requests below the mark after what has been counted. Leaves out zeros. */
export async function countWaiting(
  db: Queryable,
  projects: readonly { team_id: string; counted_to: string }[],
  { below, limit }: { below: string; limit: number },
): Promise<Waiting[]> {
  const { rows } = await db.query<Waiting>(
    `select asked.team_id, waiting.*
     from unnest($1::uuid[], $2::uuid[]) as asked (team_id, counted_to)
     cross join lateral (
       select count(*) as requests, coalesce(sum(bytes), 0)::bigint as bytes, max(id::text) as counted_to
       from (
         select id, (
             select ${PAYLOAD_BYTES} from payloads
             where payloads.team_id = asked.team_id and payloads.id = requests.id) as bytes
         from requests
         where team_id = asked.team_id and id > asked.counted_to and id < $3 order by id limit $4) as counted
       having count(*) > 0) as waiting`,
    [projects.map(({ team_id }) => team_id), projects.map(({ counted_to }) => counted_to), below, limit],
  );
  return rows;
}

/** A payload that a block must cover, and the request whose rows lead to it. */
export interface PayloadToIndex {
  request_id: string;
  payload_id: string;
  bytes: number;
}

interface ProjectRange {
  team_id: string;
  above: string;
  up_to: string;
}

/** Returns the last of the next `limit` requests, or null if there is none. */
export async function findPageEnd(
  db: Queryable,
  { team_id, after, before, limit }: { team_id: string; after: string; before: string; limit: number },
): Promise<string | null> {
  const { rows } = await db.query<{ last: string | null }>(
    `select max(id::text) as last from (
       select id from requests where team_id = $1 and id > $2 and id < $3 order by id limit $4) as page`,
    [team_id, after, before, limit],
  );
  return rows[0]?.last ?? null;
}

/**
 * Returns which payloads the requests of a range lead to, in the order of requests: their own, those of their events, and
 * those that they replay.
 */
export async function readPayloadsToIndex(
  db: Queryable,
  { team_id, above, up_to }: ProjectRange,
): Promise<PayloadToIndex[]> {
  const { rows } = await db.query<PayloadToIndex>(
    `select id as request_id, id as payload_id, ${PAYLOAD_BYTES} as bytes from payloads
     where team_id = $1 and id > $2 and id <= $3
     union -- a bookmark may have a copy
     select id, id, ${PAYLOAD_BYTES} from kept_payloads where team_id = $1 and id > $2 and id <= $3
     union all
     select replay.id, replay.payload_id, replayed.bytes
     from (
       select id, payload_id from requests
       where team_id = $1 and id > $2 and id <= $3 and payload_id is not null) as replay
     cross join lateral (
       select ${PAYLOAD_BYTES} as bytes from payloads where team_id = $1 and id = replay.payload_id
       union all
       select ${PAYLOAD_BYTES} from kept_payloads where team_id = $1 and id = replay.payload_id
       limit 1) as replayed
     order by 1`,
    [team_id, above, up_to],
  );
  return rows.map(({ request_id, payload_id, bytes }) => ({
    request_id: requestIdOfEvent(request_id), // an event's payload leads to its request
    payload_id,
    bytes,
  }));
}

/** What a search looks at. */
export interface SearchedContent {
  path: string;
  query: string | null;
  headers: string;
  body: Buffer | null;
}

/** Returns these payloads by id. A payload that is gone is missing. */
export async function readContents(
  db: Queryable,
  team_id: string,
  ids: readonly string[],
): Promise<Map<string, SearchedContent>> {
  const columns = "id, path, query, headers, body";
  const { rows } = await db.query<SearchedContent & { id: string }>(
    `select ${columns} from payloads where team_id = $1 and id = any ($2::uuid[])
     union all
     select ${columns} from kept_payloads where team_id = $1 and id = any ($2::uuid[])`,
    [team_id, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The last id that an event of this request can have. */
export function lastIdOf(requestId: string): string {
  return `${requestId.slice(0, 32)}ffff`;
}

export interface SectionToWrite {
  team_id: string;
  above: string;
  up_to: string;
  ends: Buffer;
  bits: Buffer;
}

/** Returns false when another process was first. `late` are the late rows that were seen before reading began. */
export async function insertSection(
  tx: Queryable,
  { team_id, above, up_to, ends, bits }: SectionToWrite,
  late: readonly LateRow[],
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into search_sections (team_id, above, up_to, ends, bits) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [team_id, above, up_to, ends, bits],
  );
  // A late row after the end of the section belongs to the next one.
  if (rowCount > 0)
    await forgetLate(
      tx,
      late.filter(({ id }) => id <= up_to),
    );
  return rowCount > 0;
}

/** Writes a section again. Returns false when another process has done so since this version. */
export async function replaceSection(
  tx: Queryable,
  { team_id, above, ends, bits }: SectionToWrite,
  version: number,
  late: readonly LateRow[],
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update search_sections set ends = $4, bits = $5, version = version + 1
     where team_id = $1 and above = $2 and version = $3`,
    [team_id, above, version, ends, bits],
  );
  if (rowCount > 0) await forgetLate(tx, late);
  return rowCount > 0;
}

async function forgetLate(tx: Queryable, late: readonly LateRow[]): Promise<void> {
  if (late.length === 0) return;
  await tx.query("delete from search_late where number = any ($1::bigint[])", [
    late.map(({ number }) => number),
  ]);
}

export interface LateRow {
  number: number;
  id: string;
}

/** Returns the late rows of a project in a range. The data that they stand for is visible to every later read. */
export async function readLate(db: Queryable, { team_id, above, up_to }: ProjectRange): Promise<LateRow[]> {
  const { rows } = await db.query<LateRow>(
    "select number, id from search_late where team_id = $1 and id > $2 and id <= $3",
    [team_id, above, up_to],
  );
  return rows;
}

export interface StaleSection {
  team_id: string;
  above: string;
  up_to: string;
  version: number;
}

/** Returns any one of the sections with late rows. Not always the same: one that is late again must not hold up the others. */
export async function findStaleSection(db: Queryable): Promise<StaleSection | null> {
  const { rows } = await db.query<StaleSection>(
    // With a limit of its own, the look for a late row stays one short search in an index, however many late rows there
    // are. A plain `exists` became a join of all sections with all late rows.
    `select section.team_id, above, up_to, version from search_sections as section
     cross join lateral (
       select from search_late as late
       where late.team_id = section.team_id and late.id > section.above and late.id <= section.up_to limit 1) as late
     where exists (select from search_late)
     order by random() limit 1`,
  );
  return rows[0] ?? null;
}

/** Has the sections of these requests written again, because an erasure has changed what they cover. */
export async function noteErasedContent(
  tx: Queryable,
  team_id: string,
  request_ids: readonly string[],
): Promise<void> {
  await tx.query(
    `insert into search_late (team_id, id)
     select $1, id from unnest($2::uuid[]) as erased (id) where id < (select indexed_below from search_mark)`,
    [team_id, request_ids],
  );
}

/** The least that a section can have: a byte for each key. */
const SMALLEST_BITS = 65_536;

/**
 * For sections whose payloads are gone, except those that bookmarks keep: has them written again, which makes them small.
 * Without them, a search would look for the data of each old request.
 */
export async function shrinkSections(db: Queryable, before: string): Promise<void> {
  await db.query(
    `insert into search_late (team_id, id)
     select team_id, up_to from search_sections as section
     where up_to < $1 and octet_length(bits) > ${SMALLEST_BITS} and not exists (
       select from search_late as late where late.team_id = section.team_id and late.id = section.up_to)`,
    [before],
  );
}

/** Deletes what is about requests that are gone. */
export async function deleteOldSections(db: Queryable, before: string): Promise<void> {
  await db.query("delete from search_sections where up_to < $1", [before]);
  await db.query("delete from search_late where id < $1", [before]);
}

/** Deletes some of a project's part of the index. Returns true when there may be more. */
export async function deleteSomeOfIndex(
  db: Queryable,
  table: "search_sections" | "search_late",
  team_id: string,
  limit: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from ${table} where ctid = any (array(select ctid from ${table} where team_id = $1 limit $2 for update))`,
    [team_id, limit],
  );
  return rowCount === limit;
}
