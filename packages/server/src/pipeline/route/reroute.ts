/**
 * How is a stored request evaluated once more?
 *
 * For retries of requests and ignored events, for replays and bookmarks: the present rules of the chosen
 * connections are asked again, and the result is added to the request in one transaction. Events are written
 * without a lease, so workers and limits treat them like all others. If PostgreSQL refuses the result, the chosen
 * connections ignore the request (not-applied.ts).
 */
import { publicId } from "@posthorn/contract/ids";
import { eventIdRange, uuidBytes, uuidText } from "../../ids.ts";
import type { Log } from "../../log.ts";
import { type Database, type Queryable, inSavepoint } from "../../store/database.ts";
import { announceDue } from "../../store/events.ts";
import { isRefusedData } from "../../store/lane.ts";
import {
  countDiscarded,
  forgetIgnoredEvents,
  insertRouted,
  lastOrdinal,
  laneOf,
  uncountDiscarded,
} from "../../store/routed.ts";
import { lockRequest } from "../../store/requests.ts";
import { decodedBody } from "../content-coding.ts";
import type { RoutingTable } from "../routing-table.ts";
import type { ConnectionRoute } from "../source-route.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import type { Verdict } from "./evaluate.ts";
import { NOT_APPLIED, type SafeEvaluate } from "./not-applied.ts";
import { viewOf } from "./request-view.ts";
import { type JudgedRequest, type Outcome, numbersOf, outcomeOf } from "./route-request.ts";

export interface StoredRequest {
  team_id: string;
  id: string;
  source_id: string;
  /** The id under which the payload is stored: the request's own, or that of the data it replays. */
  payload_id: string;
  payload: ReceivedPayload;
  /** The id that deduplicate rules remember, if the request gets a new id at each evaluation. */
  asked_as?: string;
  /**
   * The request is written in the same transaction: no other transaction can add to it, and
   * nothing has been added yet.
   */
  isNew?: boolean;
}

export interface Rerouted {
  /** Ids of the new events. */
  events: string[];
  /** Connections that again led to no event. */
  ignored: string[];
}

export interface Reroute {
  /** The connections of a source as this process knows them now. */
  connectionsOf: (source_id: string) => Promise<readonly ConnectionRoute[]>;
  /**
   * Asks the rules; writes nothing yet. Leaves out connections that are gone or belong to another source.
   * Without `connection_ids` it asks all connections of the source.
   */
  decide: (request: StoredRequest, connection_ids?: readonly string[]) => Promise<Decision>;
  /** Decides and writes, in its own transaction. */
  reroute: (
    request: StoredRequest,
    connection_ids: readonly string[],
    begin?: BeginReroute,
  ) => Promise<Rerouted>;
}

/** The result of the rules, to be written in the caller's transaction. */
export interface Decision {
  /** The connections whose rules were asked. */
  asked: readonly string[];
  write: (tx: Queryable, begin?: BeginReroute) => Promise<Rerouted>;
}

/**
 * Further writes of the transaction, made while no other transaction can add to the request. Returns the
 * connections that are still to be decided: another retry may have been faster.
 */
export type BeginReroute = (tx: Queryable) => Promise<readonly string[]>;

export interface RerouteDeps {
  db: Database;
  log: Log;
  routing: Pick<RoutingTable, "bySource">;
  /** Makes sure that a change of the source made just before counts. */
  refresh: (source_id: string) => Promise<void>;
  evaluate: SafeEvaluate;
}

export function createReroute({ db, log, routing, refresh, evaluate }: RerouteDeps): Reroute {
  async function connectionsOf(source_id: string): Promise<readonly ConnectionRoute[]> {
    await refresh(source_id);
    return routing.bySource(source_id)?.connections ?? [];
  }

  async function decide(request: StoredRequest, connection_ids?: readonly string[]): Promise<Decision> {
    const connections = await connectionsOf(request.source_id);
    const chosen = connections.filter(({ key }) => connection_ids?.includes(key) ?? true);
    const { payload } = request;
    const view = viewOf(payload, await decodedBody(payload.headers, payload.body));
    const id = uuidBytes(request.asked_as ?? request.id);
    const judged = await Promise.all(
      chosen.map(async (connection): Promise<Judged> => {
        const verdict = await evaluate.evaluate(connection, id, view);
        return { connection, verdict };
      }),
    );
    const asked = chosen.map(({ key }) => key);
    return { asked, write: (tx, begin = async () => asked) => write({ tx, log }, request, judged, begin) };
  }

  return {
    connectionsOf,
    decide,
    async reroute(request, connection_ids, begin) {
      const decision = await decide(request, connection_ids);
      return db.transaction((tx) => decision.write(tx, begin));
    },
  };
}

async function write(
  { tx, log }: { tx: Queryable; log: Log },
  request: StoredRequest,
  judged: readonly Judged[],
  begin: BeginReroute,
): Promise<Rerouted> {
  if (!request.isNew) {
    await lockRequest(tx, request);
    await uncountDiscarded(tx, request);
  }
  const granted = await begin(tx);
  const decided = judged.filter(({ connection }) => granted.includes(connection.key));
  const last = request.isNew ? 0 : await lastOrdinal(tx, request.team_id, eventIdRange(request.id));
  const again = {
    team: uuidBytes(request.team_id),
    id: uuidBytes(request.id),
    payload: uuidBytes(request.payload_id),
    receivedAtMs: Date.now(),
  };
  const keys = decided.map(({ connection }) => connection.key);
  if (!request.isNew) await forgetIgnoredEvents(tx, request, keys);
  let outcomes = outcomesOf(again, decided, last + 1);
  try {
    await inSavepoint(tx, () => insertOutcomes(tx, outcomes));
  } catch (error) {
    if (!isRefusedData(error)) throw error;
    log.error("request.routing_refused", { error, request_id: publicId("request", request.id) });
    const notApplied = decided.map(({ connection }) => ({ connection, verdict: NOT_APPLIED }));
    outcomes = outcomesOf(again, notApplied, last + 1);
    await insertOutcomes(tx, outcomes);
  }
  if (!request.isNew) await countDiscarded(tx, request);
  await announceDue(tx);
  return {
    events: outcomes.flatMap((outcome) => outcome.events).map((event) => uuidText(event.id)),
    ignored: present(outcomes, "ignored").map((row) => row.connectionKey),
  };
}

interface Judged {
  connection: ConnectionRoute;
  verdict: Verdict;
}

/** `first` is the number of the first event. */
function outcomesOf(request: JudgedRequest, judged: readonly Judged[], first: number): Outcome[] {
  let ordinal = first;
  return judged.map(({ connection, verdict }) => {
    const outcome = outcomeOf(request, connection, verdict, ordinal);
    ordinal += numbersOf(outcome);
    return outcome;
  });
}

function insertOutcomes(tx: Queryable, outcomes: readonly Outcome[]): Promise<number> {
  return insertRouted(laneOf(tx), 0, {
    events: outcomes.flatMap((outcome) => outcome.events),
    ignored: present(outcomes, "ignored"),
    payloads: present(outcomes, "payload"),
    executions: present(outcomes, "execution"),
  });
}

function present<Kind extends Exclude<keyof Outcome, "events">>(
  outcomes: readonly Outcome[],
  kind: Kind,
): NonNullable<Outcome[Kind]>[] {
  return outcomes.flatMap((outcome) => outcome[kind] ?? []);
}
