/**
 * Which source does this URL belong to, and where do its requests go?
 *
 * Sources with their connections and destinations, in memory. When the database announces a change, the listener calls
 * `reload`, which tries until it succeeds (routing-reloads.ts). `refresh` finds changes that were not announced: it
 * compares routing versions. If a source is not in memory, ingest asks the database before it answers 404, so that a
 * new source works as soon as the API has answered its creation. A source that does not exist costs no reload
 * (unknown-sources.ts).
 */
import { sourceIdOfToken, sourceToken } from "@posthorn/contract/ids";
import { type Alarms, createAlarms } from "../alarms.ts";
import { isVersion7 } from "../ids.ts";
import type { Log } from "../log.ts";
import { readKnownDomains } from "../store/custom-domains.ts";
import type { Queryable } from "../store/database.ts";
import {
  type SourceRow,
  type WhichSources,
  findExistingSources,
  findSourceByName,
  readRoutingVersions,
  readSources,
  readTransformations,
} from "../store/routing.ts";
import type { Sealer } from "../store/seal.ts";
import { VERIFIERS, type Verifiers } from "./ingest/verify/verifiers.ts";
import { createCustomDomains } from "./custom-domains.ts";
import { type Quotas, createQuotas } from "./quotas.ts";
import { type RoutingReloads, createRoutingReloads } from "./routing-reloads.ts";
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

export interface RoutingTable extends RoutingReloads {
  /** `undefined`: not in memory; `fresh` finds out whether it exists. */
  byToken: (token: string) => SourceRoute | undefined;
  /** Where senders reach us, without a trailing slash. */
  ingestUrl: string;
  /** The same, by the newest active domain of the project if it has one. */
  ingestUrlOf: (teamKey: string) => string;
  /** Whether requests with this Host header may reach the sources of this project. */
  mayReach: (host: string | undefined, teamKey: string) => boolean;
  /** The name in this Host header if some project has claimed it, proven or not. */
  claimedDomain: (host: string | undefined) => string | null;
  /** Reads the custom domains of all projects again, until it succeeds. */
  reloadDomains: () => Promise<void>;
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
  /** Reads those of these sources again whose routing version differs. If none does, it costs one cheap statement. */
  refresh: (which?: WhichSources) => Promise<void>;
}

export interface RoutingTableDeps {
  db: Queryable;
  open: Sealer["open"];
  /** Where senders reach us, without a trailing slash. */
  ingestUrl: string;
  /** Where Posthorn itself ends TLS for custom domains. Null: the operator's proxy does. */
  httpsPort?: number | null;
  log: Log;
  alarms?: Pick<Alarms, "raise" | "end">;
  /** Called when sources with connections have changed. */
  changed?: () => void;
  verifiers?: Verifiers;
  /** Those of the organizations whose sources are here. */
  quotas?: Quotas;
}

/** What the database said about a source is used for this long. */
const ASKED_AGAIN_AFTER_MS = 1_000;
const ASKED_MAX = 10_000;

export function createRoutingTable({
  db,
  open,
  ingestUrl,
  httpsPort = null,
  log,
  alarms = createAlarms(),
  changed = () => undefined,
  verifiers = VERIFIERS,
  quotas = createQuotas(),
}: RoutingTableDeps): RoutingTable {
  const byToken = new Map<string, SourceRoute>();
  const byKey = new Map<string, SourceRoute>();
  /** Ids, by project and name. Callers must check the result, because another source may have got the name. */
  const keyByName = new Map<string, string>();
  const connections = new Map<string, ConnectionRoute>();
  const versions = new Map<string, string>();
  const reloads = createRoutingReloads({ read, log, alarms });
  const domains = createCustomDomains(ingestUrl, httpsPort);
  const domainReloads = createRoutingReloads({ read: readDomains, log, alarms: createAlarms() });
  const askedUntilMs = new Map<string, number>();
  const unknown = createUnknownSources({ findExisting: (keys) => findExistingSources(db, keys) });

  function forget(key: string): void {
    const route = byKey.get(key);
    if (!route) return;
    for (const connection of route.connections) connections.delete(connection.key);
    byKey.delete(key);
    versions.delete(key);
    byToken.delete(sourceToken(route.id));
  }

  function put(row: SourceRow, known: Pick<Known, "transformations" | "readAtMs">): void {
    for (const connection of byKey.get(row.id)?.connections ?? []) connections.delete(connection.key);
    const before = byKey.get(row.id);
    if (before && before.name !== row.name) keyByName.delete(`${before.teamKey} ${before.name}`);
    const route = routeOf(row, { open, ingestUrlOf: domains.ingestUrlOf, verifiers, quotas, ...known });
    if (!route.isDeleted) keyByName.set(`${route.teamKey} ${route.name}`, route.key);
    byKey.set(route.key, route);
    versions.set(route.key, row.routing_version);
    byToken.set(sourceToken(route.id), route);
    for (const connection of route.connections) connections.set(connection.key, connection);
  }

  function reload(sourceKey?: string): Promise<void> {
    if (sourceKey !== undefined) {
      unknown.changed(sourceKey);
      return reloads.reload(sourceKey);
    }
    unknown.allChanged();
    return Promise.all([domainReloads.reload(), reloads.reload()]).then(() => undefined);
  }

  /** The code of transformations sees the URL of its source. */
  async function readDomains(): Promise<void> {
    const moved = domains.replace(await readKnownDomains(db));
    for (const { key, teamKey } of byKey.values())
      if (moved.has(teamKey)) void reloads.reload(key).catch(() => undefined); // it tries again by itself
  }

  async function read(sourceKeys: readonly string[] | null): Promise<void> {
    const readAtMs = performance.now();
    const rows = await readSources(db, sourceKeys);
    const transformations = await readTransformations(db, transformationIds(rows));
    // Only the removal of a whole project deletes the row of a source.
    const present = new Set(rows.map(({ id }) => id));
    const gone = (sourceKeys ?? [...byKey.keys()]).filter((key) => !present.has(key));
    const isChanged =
      rows.some(
        (row) => versions.get(row.id) !== row.routing_version && isConnected(byKey.get(row.id), row),
      ) || gone.some((key) => isConnected(byKey.get(key)));
    for (const row of rows) put(row, { transformations, readAtMs });
    for (const key of gone) forget(key);
    if (isChanged) changed();
  }

  async function refresh(which: WhichSources = {}): Promise<void> {
    const present = await readRoutingVersions(db, which);
    const { source_id, team_id } = which;
    const isMeant = ({ key, teamKey }: SourceRoute) =>
      (source_id ?? key) === key && (team_id ?? teamKey) === teamKey;
    const gone = [...byKey.values()].filter((route) => isMeant(route) && !present.has(route.key));
    const other = [...present].filter(([key, version]) => versions.get(key) !== version);
    await Promise.all([...gone.map(({ key }) => key), ...other.map(([key]) => key)].map(reload));
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
    ingestUrlOf: domains.ingestUrlOf,
    mayReach: domains.mayReach,
    claimedDomain: domains.claimed,
    reloadDomains: () => domainReloads.reload(),
    reload,
    refresh,
    async upToDate() {
      await domainReloads.upToDate();
      await reloads.upToDate();
    },
    stop() {
      domainReloads.stop();
      reloads.stop();
    },
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

/** Has one of these connections? */
function isConnected(...sources: readonly ({ connections: readonly unknown[] } | undefined)[]): boolean {
  return sources.some((source) => (source?.connections.length ?? 0) > 0);
}

/** Treats a source of another project as missing. */
function ofTeam(found: FoundSource, teamKey: string): FoundSource {
  return found === "busy" || found?.teamKey === teamKey ? found : undefined;
}
