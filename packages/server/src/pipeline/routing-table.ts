/**
 * Which source does this URL belong to, and where do its requests go?
 *
 * Sources with their connections and destinations, in memory. When the database announces a change, the listener calls
 * `reload`. If a source is not in memory, ingest asks the database before it answers 404, so that a new source works as
 * soon as the API has answered its creation. A source that does not exist costs no reload (unknown-sources.ts).
 */
import { sourceIdOfToken, sourceToken } from "@posthorn/contract/ids";
import { isVersion7 } from "../ids.ts";
import type { Queryable } from "../store/database.ts";
import {
  type SourceRow,
  findExistingSources,
  findSourceByName,
  readSources,
  readTransformations,
} from "../store/routing.ts";
import type { Sealer } from "../store/seal.ts";
import { VERIFIERS } from "./ingest/verify/verifiers.ts";
import type { DestinationLimit } from "./schedule/pacing.ts";
import {
  type ConnectionRoute,
  type Known,
  type SourceRoute,
  limitOf,
  routeOf,
  transformationIds,
} from "./source-route.ts";
import { createUnknownSources } from "./unknown-sources.ts";

/** Undefined: there is no such source. Busy: too many unknown ones are being asked for. */
export type FoundSource = SourceRoute | "busy" | undefined;

export interface RoutingTable {
  /** `undefined`: not in memory; `fresh` finds out whether it exists. */
  byToken: (token: string) => SourceRoute | undefined;
  /** Where senders reach us, without a trailing slash. */
  ingestUrl: string;
  bySource: (key: string) => SourceRoute | undefined;
  /** Returns whether the database confirmed this source a moment ago. */
  isConfirmed: (key: string) => boolean;
  byConnection: (key: string) => ConnectionRoute | undefined;
  /** The connections whose destination is a CLI. */
  connectionsToClis: () => string[];
  /** The limits of the destinations, by their keys. */
  limits: () => ReadonlyMap<string, DestinationLimit>;
  /** Asks the database, unless it was asked a moment ago. */
  fresh: (token: string) => Promise<FoundSource>;
  /** Returns a project's source by id or name. Asks the database if memory may be out of date. */
  ofProject: (teamKey: string, named: { id: string } | { name: string }) => Promise<FoundSource>;
  /** Reads all sources again, or one. Call it when the database announces a change. */
  reload: (sourceKey?: string) => Promise<void>;
  /** Resolves when all reloads that were asked for are done. */
  reloaded: () => Promise<void>;
}

/** What the database said about a source is used for this long. */
const ASKED_AGAIN_AFTER_MS = 1_000;
const ASKED_MAX = 10_000;
const ALL_SOURCES = "all";

export function createRoutingTable(
  db: Queryable,
  open: Sealer["open"],
  ingestUrl: string,
  changed: () => void = () => undefined,
  verifiers = VERIFIERS,
): RoutingTable {
  const byToken = new Map<string, SourceRoute>();
  const byKey = new Map<string, SourceRoute>();
  /** Ids, by project and name. Callers must check the result, because another source may have got the name. */
  const keyByName = new Map<string, string>();
  const connections = new Map<string, ConnectionRoute>();
  const waiting = new Map<string, Promise<void>>();
  let lastTurn: Promise<unknown> = Promise.resolve();
  const askedUntilMs = new Map<string, number>();
  const unknown = createUnknownSources({ findExisting: (keys) => findExistingSources(db, keys) });

  function forget(key: string): void {
    const route = byKey.get(key);
    if (!route) return;
    for (const connection of route.connections) connections.delete(connection.key);
    byKey.delete(key);
    byToken.delete(sourceToken(route.id));
  }

  function put(row: SourceRow, transformations: Known["transformations"]): void {
    for (const connection of byKey.get(row.id)?.connections ?? []) connections.delete(connection.key);
    const before = byKey.get(row.id);
    if (before && before.name !== row.name) keyByName.delete(`${before.teamKey} ${before.name}`);
    const route = routeOf(row, { open, ingestUrl, transformations, verifiers });
    if (!route.isDeleted) keyByName.set(`${route.teamKey} ${route.name}`, route.key);
    byKey.set(route.key, route);
    byToken.set(sourceToken(route.id), route);
    for (const connection of route.connections) connections.set(connection.key, connection);
  }

  /**
   * Runs one read after the other. If two ran at once, the older answer could arrive last and stay, and the process
   * would not know a new connection when its first event is sent. Waiting reloads of the same source share a read.
   */
  function reload(sourceKey = ALL_SOURCES): Promise<void> {
    if (sourceKey === ALL_SOURCES) unknown.allChanged();
    else unknown.changed(sourceKey);
    const shared = waiting.get(sourceKey);
    if (shared) return shared;
    const turn = readAfter(lastTurn, sourceKey);
    waiting.set(sourceKey, turn);
    lastTurn = turn.catch(() => undefined); // the callers of this reload get the error
    return turn;
  }

  async function readAfter(before: Promise<unknown>, sourceKey: string): Promise<void> {
    await before;
    waiting.delete(sourceKey);
    const rows = await readSources(db, sourceKey === ALL_SOURCES ? null : [sourceKey]);
    const transformations = await readTransformations(db, transformationIds(rows));
    const keys = sourceKey === ALL_SOURCES ? [...byKey.keys()] : [sourceKey];
    const hadConnections = keys.some((key) => hasConnections(byKey.get(key)));
    for (const row of rows) put(row, transformations);
    // Only the removal of a whole project deletes the row of a source.
    const present = new Set(rows.map(({ id }) => id));
    for (const key of keys) if (!present.has(key)) forget(key);
    if (hadConnections || rows.some(hasConnections)) changed();
  }

  async function confirmed(key: string): Promise<FoundSource> {
    if (isConfirmed(key)) return byKey.get(key);
    const existence = byKey.has(key) ? "possible" : await unknown.existence(key);
    if (existence !== "possible") return existence === "busy" ? "busy" : undefined;
    await reload(key);
    if (askedUntilMs.size >= ASKED_MAX) askedUntilMs.clear();
    askedUntilMs.set(key, performance.now() + ASKED_AGAIN_AFTER_MS);
    return byKey.get(key);
  }

  const isConfirmed = (key: string) => (askedUntilMs.get(key) ?? 0) > performance.now();

  return {
    ingestUrl,
    // We write tokens in lower case; `fresh` handles any other spelling.
    byToken: (token) => byToken.get(token),
    bySource: (key) => byKey.get(key),
    isConfirmed,
    byConnection: (key) => connections.get(key),
    connectionsToClis: () =>
      [...connections.values()].filter(({ destination }) => destination.type === "CLI").map(({ key }) => key),
    limits: () => new Map([...connections.values()].map((one) => [one.destination.key, limitOf(one)])),
    reload,
    reloaded: async () => void (await lastTurn),
    async fresh(token) {
      const key = sourceIdOfToken(token);
      return key !== null && isVersion7(key) ? confirmed(key) : undefined;
    },
    async ofProject(teamKey, named) {
      const key =
        "id" in named ? sourceIdOfToken(named.id) : (keyByName.get(`${teamKey} ${named.name}`) ?? null);
      const known = key === null ? undefined : byKey.get(key);
      const isSure = known && !known.isDeleted && (!("name" in named) || known.name === named.name);
      if (isSure && known.connections.length > 0) return ofTeam(known, teamKey);
      const found = "id" in named ? key : await findSourceByName(db, teamKey, named.name);
      return found === null ? undefined : ofTeam(await confirmed(found), teamKey);
    },
  };
}

function hasConnections(source: { connections: readonly unknown[] } | undefined): boolean {
  return (source?.connections.length ?? 0) > 0;
}

/** Treats a source of another project as missing. */
function ofTeam(found: FoundSource, teamKey: string): FoundSource {
  return found === "busy" || found?.teamKey === teamKey ? found : undefined;
}
