/**
 * Which source does this URL belong to, and where do its requests go?
 *
 * Sources with their connections and destinations, in memory. Kept fresh by the database's announcements
 * (workers/routing-refresh.ts calls `reload`). A miss asks the database once more before it is believed,
 * so that a source works the moment the API has answered its creation.
 */
import type { HttpMethod } from "@posthorn/contract/causes";
import { DEFAULT_AUTH_TYPE } from "@posthorn/contract/destination-auth";
import type { DestinationType, RateLimitPeriod } from "@posthorn/contract/destinations";
import { sourceIdOfToken, sourceToken } from "@posthorn/contract/ids";
import type { CustomResponse } from "@posthorn/contract/sources";
import { uuidBytes } from "../ids.ts";
import type { Queryable } from "../store/database.ts";
import {
  type ConnectionRow,
  type SourceRow,
  type TransformationRow,
  findSourceByName,
  readSources,
  readTransformations,
} from "../store/routing.ts";
import { connectionView } from "../views/connection-view.ts";
import type { Verify } from "./ingest/verify/evidence.ts";
import { verifierOf } from "./ingest/verify/verifier.ts";
import { type CompiledRules, type Transformation, compileRules } from "./route/rules.ts";
import type { DestinationLimit } from "./schedule/pacing.ts";
import { type Authentication, authenticationOf, readAuth } from "./send/auth/authentication.ts";
import type { SigningSecrets } from "./send/auth/signature.ts";
import { destinationUrl } from "./send/destination-url.ts";

export interface SourceRoute {
  key: string;
  id: Uint8Array;
  teamKey: string;
  team: Uint8Array;
  name: string;
  allowedMethods: ReadonlySet<string>;
  /** Null: the source is open to everybody. */
  verify: Verify | null;
  /** Null: the usual acknowledgement. */
  customResponse: CustomResponse | null;
  /** Its URL takes nothing; API keys publish to it. */
  isPublishOnly: boolean;
  isDisabled: boolean;
  isDeleted: boolean;
  connections: readonly ConnectionRoute[];
}

export interface ConnectionRoute {
  key: string;
  id: Uint8Array;
  name: string | null;
  isPaused: boolean;
  isDisabled: boolean;
  teamKey: string;
  /** The cap on all that its project delivers; null: none. */
  maxEventsPerSecond: number | null;
  sourceName: string;
  signing: SigningSecrets;
  rules: CompiledRules;
  destination: DestinationRoute;
}

export interface DestinationRoute {
  key: string;
  name: string;
  type: DestinationType;
  /** Null when it has none. */
  url: string | null;
  http_method: HttpMethod | null;
  path_forwarding_disabled: boolean;
  /** Null: none of its own. */
  rate_limit: number | null;
  rate_limit_period: RateLimitPeriod;
  /** Null: the project's signature. Credentials that cannot be opened fail their own deliveries only. */
  authentication: Authentication | "unreadable" | null;
}

export interface RoutingTable {
  /** `undefined`: not in memory; `fresh` finds out whether it exists. */
  byToken: (token: string) => SourceRoute | undefined;
  bySource: (key: string) => SourceRoute | undefined;
  /** The database has confirmed this source a moment ago. */
  isConfirmed: (key: string) => boolean;
  byConnection: (key: string) => ConnectionRoute | undefined;
  /** The connections whose destination is a CLI. */
  connectionsToClis: () => string[];
  /** What limits the destinations, by their keys. */
  limits: () => ReadonlyMap<string, DestinationLimit>;
  /** Asks the database, unless it was asked a moment ago. */
  fresh: (token: string) => Promise<SourceRoute | undefined>;
  /** A project's source by id or name; asks the database where memory cannot be sure. */
  ofProject: (teamKey: string, named: { id: string } | { name: string }) => Promise<SourceRoute | undefined>;
  /** All sources, or one. */
  reload: (sourceKey?: string) => Promise<void>;
}

/** What the database just said is believed this long, so that guessing tokens costs it little. */
const ASKED_AGAIN_AFTER_MS = 1_000;
const ASKED_MAX = 10_000;
const ALL_SOURCES = "all";

/** `ingestUrl` is where senders reach us: code is told about it with its connection. */
export function createRoutingTable(
  db: Queryable,
  open: (sealed: Buffer) => string,
  ingestUrl: string,
  changed: () => void = () => undefined,
): RoutingTable {
  const byToken = new Map<string, SourceRoute>();
  const byKey = new Map<string, SourceRoute>();
  /** Ids, by project and name. What it says is checked: names change hands. */
  const keyByName = new Map<string, string>();
  const connections = new Map<string, ConnectionRoute>();
  const waiting = new Map<string, Promise<void>>();
  let lastTurn: Promise<unknown> = Promise.resolve();
  const askedUntilMs = new Map<string, number>();

  function put(row: SourceRow, transformations: Known["transformations"]): void {
    for (const connection of byKey.get(row.id)?.connections ?? []) connections.delete(connection.key);
    const before = byKey.get(row.id);
    if (before && before.name !== row.name) keyByName.delete(`${before.teamKey} ${before.name}`);
    const route = routeOf(row, { open, ingestUrl, transformations });
    if (!route.isDeleted) keyByName.set(`${route.teamKey} ${route.name}`, route.key);
    byKey.set(route.key, route);
    byToken.set(sourceToken(route.id), route);
    for (const connection of route.connections) connections.set(connection.key, connection);
  }

  /**
   * One read after the other: of two that overtook each other, the older answer would stay, and a new
   * connection would be unknown to the sender of its first event. Requests for the same that still wait
   * share a read.
   */
  function reload(sourceKey = ALL_SOURCES): Promise<void> {
    const shared = waiting.get(sourceKey);
    if (shared) return shared;
    const turn = readAfter(lastTurn, sourceKey);
    waiting.set(sourceKey, turn);
    lastTurn = turn.catch(() => undefined); // told to those who asked
    return turn;
  }

  async function readAfter(before: Promise<unknown>, sourceKey: string): Promise<void> {
    await before;
    waiting.delete(sourceKey);
    const rows = await readSources(db, sourceKey === ALL_SOURCES ? null : [sourceKey]);
    const transformations = await readTransformations(db, transformationIds(rows));
    for (const row of rows) put(row, transformations);
    changed();
  }

  async function confirmed(key: string): Promise<SourceRoute | undefined> {
    if (isConfirmed(key)) return byKey.get(key);
    await reload(key);
    if (askedUntilMs.size >= ASKED_MAX) askedUntilMs.clear();
    askedUntilMs.set(key, performance.now() + ASKED_AGAIN_AFTER_MS);
    return byKey.get(key);
  }

  const isConfirmed = (key: string) => (askedUntilMs.get(key) ?? 0) > performance.now();

  return {
    // Tokens are lower case as we write them; `fresh` takes care of every other spelling.
    byToken: (token) => byToken.get(token),
    bySource: (key) => byKey.get(key),
    isConfirmed,
    byConnection: (key) => connections.get(key),
    connectionsToClis: () =>
      [...connections.values()].filter(({ destination }) => destination.type === "CLI").map(({ key }) => key),
    limits: () => new Map([...connections.values()].map((one) => [one.destination.key, limitOf(one)])),
    reload,
    async fresh(token) {
      const key = sourceIdOfToken(token);
      return key ? confirmed(key) : undefined;
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

/** What belongs to another project does not exist. */
function ofTeam(route: SourceRoute | undefined, teamKey: string): SourceRoute | undefined {
  return route?.teamKey === teamKey ? route : undefined;
}

/** What a route is made with, beside its rows. */
interface Known {
  open: (sealed: Buffer) => string;
  ingestUrl: string;
  transformations: ReadonlyMap<string, TransformationRow>;
}

function routeOf(row: SourceRow, known: Known): SourceRoute {
  const { open } = known;
  const previous = row.previous_signing_secret && {
    secret: open(row.previous_signing_secret),
    untilMs: Date.parse(row.previous_signing_secret_until ?? ""),
  };
  const signing = { secret: open(row.signing_secret), previous };
  return {
    key: row.id,
    id: uuidBytes(row.id),
    teamKey: row.team_id,
    team: uuidBytes(row.team_id),
    name: row.name,
    allowedMethods: new Set(row.config.allowed_http_methods),
    verify: verifierOf(
      { type: row.type, auth_type: row.config.auth_type ?? null, sealedAuth: row.auth },
      open,
    ),
    customResponse: row.config.custom_response ?? null,
    isPublishOnly: row.type === "PUBLISH_API",
    isDisabled: row.disabled_at !== null,
    isDeleted: row.deleted_at !== null,
    connections: row.connections.map((connection) => ({
      key: connection.id,
      id: uuidBytes(connection.id),
      name: connection.name,
      isPaused: connection.paused_at !== null,
      isDisabled: connection.disabled_at !== null,
      teamKey: row.team_id,
      maxEventsPerSecond: row.max_events_per_second,
      sourceName: row.name,
      signing,
      rules: compileRules(connection.rules, transformationOf(row.team_id, connection, known)),
      destination: destinationOf(row.team_id, connection, open),
    })),
  };
}

function transformationIds(rows: readonly SourceRow[]): string[] {
  const ids = rows.flatMap((row) => row.connections.map(({ rules }) => transformationIdIn(rules)));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

function transformationIdIn(rules: ConnectionRow["rules"]): string | undefined {
  return rules.find((rule) => rule.type === "transform")?.transformation_id;
}

/** A developer's machine takes what it is sent: neither limit nor cap. */
function limitOf({ teamKey, maxEventsPerSecond, destination }: ConnectionRoute): DestinationLimit {
  const { type, rate_limit, rate_limit_period } = destination;
  const isLimited = type !== "CLI";
  return {
    teamKey,
    rate_limit: isLimited ? rate_limit : null,
    rate_limit_period,
    max_events_per_second: isLimited ? maxEventsPerSecond : null,
  };
}

/**
 * The code sees the connection as the API shows it. Variables that cannot be opened fail their own runs only:
 * one broken row must not keep every other source from being read.
 */
function transformationOf(
  team_id: string,
  { rules, shown }: ConnectionRow,
  { open, ingestUrl, transformations }: Known,
): Transformation | null {
  const row = transformations.get(transformationIdIn(rules) ?? "");
  if (!row || !shown || row.team_id !== team_id) return null;
  const { id, code, env } = row;
  try {
    return {
      id,
      code,
      // What is sealed here is what api/transformations/env.ts sealed: names and values.
      env: env === null ? {} : (JSON.parse(open(env)) as Record<string, string>),
      contextJson: JSON.stringify({ connection: connectionView(shown, ingestUrl) }),
    };
  } catch {
    return null;
  }
}

function destinationOf(
  team_id: string,
  row: ConnectionRow,
  open: (sealed: Buffer) => string,
): DestinationRoute {
  const { destination_id: key, destination_type: type, destination_config: config } = row;
  return {
    key,
    name: row.destination_name,
    type,
    url: destinationUrl(type, config),
    http_method: config.http_method,
    path_forwarding_disabled: config.path_forwarding_disabled,
    rate_limit: config.rate_limit ?? null,
    rate_limit_period: config.rate_limit_period ?? "second",
    authentication: openedAuthentication(team_id, row, open),
  };
}

function openedAuthentication(
  team_id: string,
  { destination_id, destination_config, destination_auth }: ConnectionRow,
  open: (sealed: Buffer) => string,
): DestinationRoute["authentication"] {
  const auth_type = destination_config.auth_type ?? DEFAULT_AUTH_TYPE;
  if (auth_type === DEFAULT_AUTH_TYPE) return null;
  try {
    const json = destination_auth === null ? null : open(Buffer.from(destination_auth, "base64"));
    return authenticationOf({ team_id, id: destination_id }, readAuth(auth_type, json));
  } catch {
    return "unreadable"; // told by the attempts; it must not keep every other source from being read
  }
}
