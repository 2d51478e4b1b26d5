/**
 * Every insert into `events`, `ignored_events` and `transformation_executions`: what became of a request.
 *
 * Rows are written in batches. `routedInto` is a part of a larger statement: if every rule answers at once, request and
 * events are one commit (see requests.ts).
 */
import type { EventStatus, IgnoredCause, LogLevel } from "@posthorn/contract/causes";
import { byteaArray, float8Array, int4Array, textArray, uuidArray } from "./binary-arrays.ts";
import type { Queryable } from "./database.ts";
import { pausedAmong } from "./events.ts";
import type { Lane } from "./lane.ts";
import { fenced } from "./processes.ts";

export interface NewEvent {
  id: Uint8Array;
  team: Uint8Array;
  connection: Uint8Array;
  connectionKey: string;
  payload: Uint8Array;
  status: EventStatus;
  /** How long a SCHEDULED event waits. */
  delayMs: number;
  /** True: the process that writes it holds it and makes attempt 1 right away. False: it waits in the database. */
  isLeased: boolean;
  /**
   * True: its request has waited, so the process's mark may have passed it. Then the lease is written as if the event
   * had been claimed, and a take-over finds it however old it is.
   */
  hasWaited?: boolean;
  /** The event's group, if its destination has groups; empty if it is in none. */
  delivery_group?: string;
  /** The CLI that gets it; null for every other destination. */
  session: { id: Uint8Array; client: Uint8Array } | null;
}

export interface NewIgnoredEvent {
  team: Uint8Array;
  request: Uint8Array;
  connection: Uint8Array;
  connectionKey: string;
  cause: IgnoredCause;
  meta: unknown;
}

/** What a transformation made of a request; its id is the event's. */
export interface NewPayload {
  team: Uint8Array;
  id: Uint8Array;
  method: string;
  path: string;
  query: string | null;
  headers: readonly string[];
  client_ip: string | null;
  body: Uint8Array | null;
}

export interface NewExecution {
  team: Uint8Array;
  id: Uint8Array;
  transformation_id: string;
  connection: Uint8Array;
  original: Uint8Array;
  /** Null: the run failed. */
  transformed: Uint8Array | null;
  log_level: LogLevel;
  logs: readonly unknown[];
}

export interface RoutedBatch {
  events: readonly NewEvent[];
  ignored: readonly NewIgnoredEvent[];
  payloads: readonly NewPayload[];
  executions: readonly NewExecution[];
}

/** How the lease of a new event is written: none, from birth, or as if claimed. The last one needs `hasExtras`. */
const [NOT_LEASED, LEASED, LEASED_AS_CLAIMED] = [0, 1, 2];

/**
 * Parts of a statement that write events and ignored events. They have 14 parameters from `first` on, or 19 with
 * extras: which events are for CLIs, which are in groups, and which leases are written as if claimed. Rows that already
 * exist are left alone. With `isCounted` the part `made` returns the id of each new event. Without `isFenced` another
 * part of the statement must write the process's number through the fence.
 */
export function routedInto(
  first: number,
  {
    hasExtras,
    isCounted = false,
    isFenced = true,
  }: { hasExtras: boolean; isCounted?: boolean; isFenced?: boolean },
): string {
  const at = (offset: number) => `$${first + offset}`;
  // Most batches have no extras, and a longer statement costs more.
  const [columns, values, join] = hasExtras
    ? [
        ", claimed_by, cli_id, cli_session_id, delivery_group",
        `, case when leases = ${LEASED_AS_CLAIMED} then ${at(13)}::int end, for_cli.cli_id, for_cli.cli_session_id, grouped.delivery_group`,
        `left join unnest(${at(14)}::uuid[], ${at(15)}::uuid[], ${at(16)}::uuid[]) as for_cli (id, cli_id, cli_session_id) using (id)
       left join unnest(${at(17)}::uuid[], ${at(18)}::text[]) as grouped (id, delivery_group) using (id)`,
      ]
    : ["", "", ""];
  const attempts = hasExtras ? `least(leases, ${LEASED})` : "leases";
  return `ignored as (
     insert into ignored_events (team_id, request_id, webhook_id, cause, meta)
     select team_id, request_id, webhook_id, cause, meta::jsonb
     from (
       select unnest(${at(7)}::uuid[]) as team_id, unnest(${at(8)}::uuid[]) as request_id, unnest(${at(9)}::uuid[]) as webhook_id,
         unnest(${at(10)}::text[]) as cause, unnest(${at(11)}::text[]) as meta) as row
     on conflict do nothing),
   ${pausedAmong(at(12))},
   routed as (
     select team_id, id, webhook_id, event_data_id, leases, delay_ms,
       case when status = 'HOLD' and webhook_id not in (select id from paused) then 'QUEUED' else status end as status
     from (
       select unnest(${at(0)}::uuid[]) as team_id, unnest(${at(1)}::uuid[]) as id, unnest(${at(2)}::uuid[]) as webhook_id,
         unnest(${at(3)}::uuid[]) as event_data_id, unnest(${at(4)}::text[]) as status, unnest(${at(5)}::int[]) as leases,
         unnest(${at(6)}::float8[]) as delay_ms) as row),
   made as (
     insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, lease_owner, next_attempt_at, updated_at${columns})
     select team_id, id, webhook_id, event_data_id, status, ${attempts}, 'INITIAL',
       case when ${attempts} = 1 then ${isFenced ? fenced(at(13)) : `${at(13)}::int`} end,
       case when leases = 0 and status <> 'HOLD' then now() + delay_ms * interval '1 millisecond' end, now()${values}
     from routed ${join}
     on conflict do nothing${isCounted ? " returning id" : ""})`;
}

function leasesOf({ isLeased, hasWaited }: NewEvent): number {
  if (!isLeased) return NOT_LEASED;
  return hasWaited ? LEASED_AS_CLAIMED : LEASED;
}

/** The parameters of `routedInto` without extras. */
export function routedParameters(
  owner: number,
  { events, ignored }: Pick<RoutedBatch, "events" | "ignored">,
): unknown[] {
  return [
    uuidArray(events.map((event) => event.team)),
    uuidArray(events.map((event) => event.id)),
    uuidArray(events.map((event) => event.connection)),
    uuidArray(events.map((event) => event.payload)),
    textArray(events.map((event) => event.status)),
    int4Array(events.map(leasesOf)),
    float8Array(events.map((event) => event.delayMs)),
    uuidArray(ignored.map((row) => row.team)),
    uuidArray(ignored.map((row) => row.request)),
    uuidArray(ignored.map((row) => row.connection)),
    textArray(ignored.map((row) => row.cause)),
    textArray(ignored.map((row) => (row.meta === null ? null : JSON.stringify(row.meta)))),
    uuidArray(events.filter((event) => event.status === "HOLD").map((event) => event.connection)),
    owner,
  ];
}

/** A batch of a process that was declared dead is refused even if it leases nothing: its heir routes the requests. */
const MADE = `select count(*)::int as made, case when $14::int > 0 then ${fenced("$14")} end from made`;
const INSERT = `with ${routedInto(1, { hasExtras: false, isCounted: true })} ${MADE}`;
const INSERT_WITH_EXTRAS = `with kept as (
     insert into payloads (team_id, id, method, path, query, headers, client_ip, body)
     select unnest($20::uuid[]), unnest($21::uuid[]), unnest($22::text[]), unnest($23::text[]), unnest($24::text[]),
       unnest($25::text[]), unnest($26::text[]), unnest($27::bytea[])
     on conflict do nothing),
   executed as (
     insert into transformation_executions
       (team_id, id, transformation_id, webhook_id, original_event_data_id, transformed_event_data_id, log_level, logs)
     select unnest($28::uuid[]), unnest($29::uuid[]), unnest($30::uuid[]), unnest($31::uuid[]), unnest($32::uuid[]),
       unnest($33::uuid[]), unnest($34::text[]), unnest($35::text[])
     on conflict do nothing),
   ${routedInto(1, { hasExtras: true, isCounted: true })} ${MADE}`;

/**
 * Writes what routing made of some requests. Rows that already exist are left alone: an earlier try may have stored
 * them. Returns how many events this call has written. If that is not all of them, `findLeasesFromBirth` says which the
 * caller holds. `owner` is 0 for a caller that holds the lock of the request instead of routing it for a process.
 */
export async function insertRouted(
  lane: Pick<Lane, "run">,
  owner: number,
  { events, ignored, payloads, executions }: RoutedBatch,
): Promise<number> {
  const routed = routedParameters(owner, { events, ignored });
  const forClis = events.flatMap(({ id, session }) => (session ? [{ id, session }] : []));
  const grouped = events.filter(({ delivery_group }) => delivery_group !== undefined);
  const isAsClaimed = events.some((event) => leasesOf(event) === LEASED_AS_CLAIMED);
  if (executions.length === 0 && forClis.length === 0 && grouped.length === 0 && !isAsClaimed)
    return madeOf(await lane.run("insert-routed", INSERT, routed));
  const values = [
    ...routed,
    uuidArray(forClis.map((event) => event.id)),
    uuidArray(forClis.map((event) => event.session.client)),
    uuidArray(forClis.map((event) => event.session.id)),
    uuidArray(grouped.map((event) => event.id)),
    textArray(grouped.map((event) => event.delivery_group ?? null)),
    uuidArray(payloads.map((row) => row.team)),
    uuidArray(payloads.map((row) => row.id)),
    textArray(payloads.map((row) => row.method)),
    textArray(payloads.map((row) => row.path)),
    textArray(payloads.map((row) => row.query)),
    textArray(payloads.map((row) => JSON.stringify(row.headers))),
    textArray(payloads.map((row) => row.client_ip)),
    byteaArray(payloads.map((row) => row.body)),
    uuidArray(executions.map((row) => row.team)),
    uuidArray(executions.map((row) => row.id)),
    executions.map((row) => row.transformation_id),
    uuidArray(executions.map((row) => row.connection)),
    uuidArray(executions.map((row) => row.original)),
    uuidArray(executions.map((row) => row.transformed)),
    textArray(executions.map((row) => row.log_level)),
    textArray(executions.map((row) => JSON.stringify(row.logs))),
  ];
  return madeOf(await lane.run("insert-routed-with-extras", INSERT_WITH_EXTRAS, values));
}

function madeOf(rows: readonly { made: number }[]): number {
  return rows[0]?.made ?? 0;
}

/**
 * Returns which of these events are leased to `owner` from birth, with attempt 1 not settled. The caller asks when some
 * of them existed before it wrote them: it may have written them itself, in a commit whose reply was lost.
 */
export async function findLeasesFromBirth(
  lane: Pick<Lane, "run">,
  owner: number,
  events: readonly { team: Uint8Array; id: Uint8Array }[],
): Promise<Set<string>> {
  const rows = await lane.run<{ id: string }>(
    "find-leases-from-birth",
    `select events.id
     from unnest($2::uuid[], $3::uuid[]) as asked (team_id, id)
     join events on events.team_id = asked.team_id and events.id = asked.id
     where lease_owner = $1::int and attempts = 1`,
    [owner, uuidArray(events.map((event) => event.team)), uuidArray(events.map((event) => event.id))],
  );
  return new Set(rows.map((row) => row.id));
}

/** A lane for a batch that is part of a larger transaction. */
export function laneOf(tx: Queryable): Pick<Lane, "run"> {
  return {
    run: async <Row>(_name: string, text: string, values: readonly unknown[]) =>
      (await tx.query<Row>(text, values)).rows,
  };
}

/** Returns the highest number of an event or execution of the request; 0 if it has none. */
export async function lastOrdinal(
  tx: Queryable,
  team_id: string,
  range: { above: string; upTo: string },
): Promise<number> {
  const { rows } = await tx.query<{ last: string | null }>(
    `select right(id::text, 4) as last from (
       (select id from events where team_id = $1 and id > $2 and id <= $3 order by id desc limit 1)
       union all
       (select id from transformation_executions where team_id = $1 and id > $2 and id <= $3 order by id desc limit 1)
     ) as used
     order by id desc limit 1`,
    [team_id, range.above, range.upTo],
  );
  return Number.parseInt(rows[0]?.last ?? "0", 16);
}

/** Returns the connections that ignored the request; with `among` only those in it. */
export async function findIgnoringConnections(
  db: Queryable,
  { team_id, id }: { team_id: string; id: string },
  among?: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ webhook_id: string }>(
    `select webhook_id from ignored_events
     where team_id = $1 and request_id = $2 and ($3::uuid[] is null or webhook_id = any ($3::uuid[]))`,
    [team_id, id, among ?? null],
  );
  return rows.map((row) => row.webhook_id);
}

/** Call before the rules of these connections are evaluated again. The rows are gone then, so they count no more. */
export async function forgetIgnoredEvents(
  tx: Queryable,
  { team_id, id }: { team_id: string; id: string },
  webhookIds: readonly string[],
): Promise<void> {
  await tx.query(
    `with forgotten as (
       delete from ignored_events where team_id = $1 and request_id = $2 and webhook_id = any ($3::uuid[])
       returning team_id, webhook_id, request_id, cause)
     insert into ignored_news (team_id, webhook_id, at, cause, count)
     select team_id, webhook_id, minute_of(request_id), cause, -1 from forgotten`,
    [team_id, id, webhookIds],
  );
}

/**
 * Counts a request that is evaluated again as discarded no more, if it was. Call while its lock is held, before anything
 * else changes, and `countDiscarded` at the end. Between them no trigger counts requests as discarded.
 */
export async function uncountDiscarded(
  tx: Queryable,
  request: { team_id: string; id: string },
): Promise<void> {
  await tx.query("select set_config('posthorn.is_rerouting', 'on', true)");
  await addDiscarded(tx, request, -1);
}

export async function countDiscarded(tx: Queryable, request: { team_id: string; id: string }): Promise<void> {
  await addDiscarded(tx, request, 1);
  await tx.query("select set_config('posthorn.is_rerouting', 'off', true)");
}

async function addDiscarded(
  tx: Queryable,
  { team_id, id }: { team_id: string; id: string },
  change: 1 | -1,
): Promise<void> {
  await tx.query(
    `insert into request_news (team_id, source_id, at, rejection_cause, count, discarded)
     select team_id, source_id, minute_of(id), '', 0, $3 from requests
     where team_id = $1 and id = $2 and rejection_cause is null and is_discarded(team_id, id)`,
    [team_id, id, change],
  );
}

/** Writes what an erasure has left of the log of an execution. */
export async function replaceLogs(
  tx: Queryable,
  { team_id, id }: { team_id: string; id: string },
  logs: string,
): Promise<void> {
  await tx.query("update transformation_executions set logs = $3 where team_id = $1 and id = $2", [
    team_id,
    id,
    logs,
  ]);
}
