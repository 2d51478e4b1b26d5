/**
 * How is a request that is already stored evaluated once more?
 *
 * For retries of requests and ignored events, for replays and bookmarks: the chosen connections' rules are
 * asked again as they are now, and what comes of it is added to the request in one transaction. Events are
 * written without a lease, so they take the same way through workers and limits as everything else.
 */
import { eventIdRange, uuidBytes, uuidText } from "../../ids.ts";
import type { Database, Queryable } from "../../store/database.ts";
import { announceDue } from "../../store/events.ts";
import { forgetIgnoredEvents, insertRouted, lastOrdinal, laneOf } from "../../store/routed.ts";
import { lockRequest } from "../../store/requests.ts";
import type { RoutingTable } from "../routing-table.ts";
import type { ConnectionRoute } from "../source-route.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import type { Evaluate, Verdict } from "./evaluate.ts";
import { viewOf } from "./request-view.ts";
import { type Outcome, numbersOf, outcomeOf } from "./route-request.ts";

export interface StoredRequest {
  team_id: string;
  id: string;
  source_id: string;
  /** Under which id the payload is stored: the request's own, or a bookmark's. */
  payload_id: string;
  payload: ReceivedPayload;
  /** Whom deduplicate rules remember, where the request gets another id each time it is asked about. */
  asked_as?: string;
  /** It is written in the same transaction: nobody else can add to it, and nothing is there to be added to. */
  isNew?: boolean;
}

export interface Rerouted {
  /** Ids of the new events. */
  events: string[];
  /** Connections that led to no event, once more. */
  ignored: string[];
}

export interface Reroute {
  /** The connections of a source as this process knows them now. */
  connectionsOf: (source_id: string) => Promise<readonly ConnectionRoute[]>;
  /**
   * Asks the rules; nothing is written yet. Connections that are gone, or not of the request's source, are
   * left out; without `connection_ids` all of the source's are asked.
   */
  decide: (request: StoredRequest, connection_ids?: readonly string[]) => Promise<Decision>;
  /** Decides and writes, in a transaction of its own. */
  reroute: (
    request: StoredRequest,
    connection_ids: readonly string[],
    begin?: BeginReroute,
  ) => Promise<Rerouted>;
}

/** What the rules said, to be written in whatever transaction it belongs to. */
export interface Decision {
  /** The connections whose rules were asked. */
  asked: readonly string[];
  write: (tx: Queryable, begin?: BeginReroute) => Promise<Rerouted>;
}

/**
 * What else belongs into the transaction, done while nobody else can add to the request. Hands back the
 * connections that are still to be decided: another retry may have been faster.
 */
export type BeginReroute = (tx: Queryable) => Promise<readonly string[]>;

export interface RerouteDeps {
  db: Database;
  routing: RoutingTable;
  evaluate: Evaluate;
}

export function createReroute({ db, routing, evaluate }: RerouteDeps): Reroute {
  async function connectionsOf(source_id: string): Promise<readonly ConnectionRoute[]> {
    await routing.reload(source_id); // what was just configured counts
    return routing.bySource(source_id)?.connections ?? [];
  }

  async function decide(request: StoredRequest, connection_ids?: readonly string[]): Promise<Decision> {
    const connections = await connectionsOf(request.source_id);
    const chosen = connections.filter(({ key }) => connection_ids?.includes(key) ?? true);
    const view = viewOf(request.payload);
    const id = uuidBytes(request.asked_as ?? request.id);
    const judged = await Promise.all(
      chosen.map(async (connection): Promise<Judged> => {
        const verdict = await evaluate(connection, id, view);
        return { connection, verdict };
      }),
    );
    const asked = chosen.map(({ key }) => key);
    return { asked, write: (tx, begin = async () => asked) => write(tx, request, judged, begin) };
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
  tx: Queryable,
  request: StoredRequest,
  judged: readonly Judged[],
  begin: BeginReroute,
): Promise<Rerouted> {
  if (!request.isNew) await lockRequest(tx, request);
  const granted = await begin(tx);
  const decided = judged.filter(({ connection }) => granted.includes(connection.key));
  const last = request.isNew ? 0 : await lastOrdinal(tx, request.team_id, eventIdRange(request.id));
  let ordinal = last + 1;
  const again = {
    team: uuidBytes(request.team_id),
    id: uuidBytes(request.id),
    payload: uuidBytes(request.payload_id),
    receivedAtMs: Date.now(),
  };
  const outcomes = decided.map(({ connection, verdict }) => {
    const outcome = outcomeOf(again, connection, verdict, ordinal);
    ordinal += numbersOf(outcome);
    return outcome;
  });
  const keys = decided.map(({ connection }) => connection.key);
  if (!request.isNew) await forgetIgnoredEvents(tx, request, keys);
  await insertRouted(laneOf(tx), 0, {
    events: outcomes.flatMap((outcome) => outcome.events),
    ignored: present(outcomes, "ignored"),
    payloads: present(outcomes, "payload"),
    executions: present(outcomes, "execution"),
  });
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

function present<Kind extends Exclude<keyof Outcome, "events">>(
  outcomes: readonly Outcome[],
  kind: Kind,
): NonNullable<Outcome[Kind]>[] {
  return outcomes.flatMap((outcome) => outcome[kind] ?? []);
}
