/**
 * What does the pipeline know of a source, its connections and their destinations?
 *
 * Pure: turns rows of the database into what each stage needs. Compiles rules and opens secrets once per change. A row
 * that cannot be read fails only the requests or deliveries that need it.
 */
import type { HttpMethod } from "@posthorn/contract/causes";
import { DEFAULT_AUTH_TYPE } from "@posthorn/contract/destination-auth";
import type { DestinationType, RateLimitPeriod } from "@posthorn/contract/destinations";
import { ATTEMPT_DEADLINE_MS, REQUEST_BODY_MAX_BYTES } from "@posthorn/contract/limits";
import type { CustomResponse } from "@posthorn/contract/sources";
import { uuidBytes } from "../ids.ts";
import type { ConnectionRow, SourceRow, TransformationRow } from "../store/routing.ts";
import type { Sealer } from "../store/seal.ts";
import { connectionView } from "../views/connection-view.ts";
import type { Quota, Quotas } from "./quotas.ts";
import { type RedactionList, redactionListOf } from "./redaction.ts";
import { type VerifySource, verifierOf } from "./ingest/verify/verifier.ts";
import type { Verifiers } from "./ingest/verify/verifiers.ts";
import { type CompiledRules, type Transformation, compileRules } from "./route/rules.ts";
import { type GroupOf, groupAt } from "./route/delivery-group.ts";
import { groupPaceOf } from "./schedule/group-pace.ts";
import type { GroupPace } from "./schedule/group-slots.ts";
import type { DestinationLimit } from "./schedule/pacing.ts";
import { type Authentication, authenticationOf, readAuth } from "./send/auth/authentication.ts";
import { openSigningSecrets, type SigningSecrets } from "./send/auth/signature.ts";
import { destinationUrl } from "./send/destination-url.ts";
import { type HeaderNames, headerNames } from "./send/header-names.ts";

const BYTES_OF_MB = 1024 * 1024;

export interface SourceRoute {
  key: string;
  id: Uint8Array;
  teamKey: string;
  team: Uint8Array;
  name: string;
  allowedMethods: ReadonlySet<string>;
  /** Null: the source accepts any sender. */
  verify: VerifySource | null;
  /** Null means the default acknowledgement. */
  customResponse: CustomResponse | null;
  /** What is masked before a request is stored; null if nothing is. */
  redaction: RedactionList | null;
  /** True: its URL accepts no requests; programs publish to it with an API key. */
  isPublishOnly: boolean;
  isDisabled: boolean;
  isDeleted: boolean;
  /** A longer body is rejected and not kept. */
  maxBodyBytes: number;
  /** The events of its organization's period. Null: no plan rejects any. */
  quota: Quota | null;
  connections: readonly ConnectionRoute[];
}

export interface ConnectionRoute {
  key: string;
  id: Uint8Array;
  name: string | null;
  isPaused: boolean;
  isDisabled: boolean;
  teamKey: string;
  /** The cap on all deliveries of its project, or null. */
  maxEventsPerSecond: number | null;
  sourceName: string;
  /** Null: they cannot be opened, and only the deliveries of their project fail. */
  signing: SigningSecrets | null;
  headerNames: HeaderNames;
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
  /** The destination's own limit, or null. */
  rate_limit: number | null;
  rate_limit_period: RateLimitPeriod;
  /** Null: its deliveries are not in groups. */
  groups: { groupOf: GroupOf; paceOf: GroupPace } | null;
  /** The one deadline of an attempt: token, connecting, TLS, head and body. */
  deadlineMs: number;
  /**
   * Null means the project's signature. If the credentials cannot be opened, only this destination's deliveries fail.
   */
  authentication: Authentication | "unreadable" | null;
}

/** What building a route needs beside the source's row. */
export interface Known {
  open: Sealer["open"];
  ingestUrlOf: (teamKey: string) => string;
  transformations: ReadonlyMap<string, TransformationRow>;
  verifiers: Verifiers;
  quotas: Quotas;
  /** When the row was asked for, on the monotonic clock. What the row says is left of a time counts from here. */
  readAtMs: number;
}

export function routeOf(row: SourceRow, known: Known): SourceRoute {
  const { open } = known;
  const signing = openedSigning(row, known);
  const key = { team_id: row.team_id, id: row.id };
  const names = headerNames(row.headers_prefix);
  return {
    key: row.id,
    id: uuidBytes(row.id),
    teamKey: row.team_id,
    team: uuidBytes(row.team_id),
    name: row.name,
    allowedMethods: new Set(row.config.allowed_http_methods),
    verify: verifierOf(
      { type: row.type, auth_type: row.config.auth_type ?? null, sealedAuth: row.auth },
      (sealed) => open(sealed, "sources.auth", key),
      known,
    ),
    customResponse: row.config.custom_response ?? null,
    redaction: redactionListOf(row.config.redaction),
    isPublishOnly: row.type === "PUBLISH_API",
    isDisabled: row.disabled_at !== null,
    isDeleted: row.deleted_at !== null,
    maxBodyBytes: Math.min(REQUEST_BODY_MAX_BYTES, (row.max_payload_size_mb ?? Infinity) * BYTES_OF_MB),
    quota: known.quotas.of(row),
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
      headerNames: names,
      rules: compileRules(connection.rules, transformationOf(row.team_id, connection, known)),
      destination: destinationOf(row, connection, open),
    })),
  };
}

export function transformationIds(rows: readonly SourceRow[]): string[] {
  const ids = rows.flatMap((row) => row.connections.map(({ rules }) => transformationIdIn(rules)));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

function transformationIdIn(rules: ConnectionRow["rules"]): string | undefined {
  return rules.find((rule) => rule.type === "transform")?.transformation_id;
}

/** Neither limit nor cap applies to a CLI. */
export function limitOf({ teamKey, maxEventsPerSecond, destination }: ConnectionRoute): DestinationLimit {
  const { type, rate_limit, rate_limit_period, groups } = destination;
  const isLimited = type !== "CLI";
  return {
    teamKey,
    rate_limit: isLimited ? rate_limit : null,
    rate_limit_period,
    max_events_per_second: isLimited ? maxEventsPerSecond : null,
    groupPace: groups?.paceOf ?? null,
  };
}

/**
 * The code sees the connection as the API shows it. If its variables cannot be opened, only its own runs fail: one
 * broken row must not keep the routing table from reading all other sources.
 */
function transformationOf(
  team_id: string,
  { rules, shown }: ConnectionRow,
  { open, ingestUrlOf, transformations }: Known,
): Transformation | null {
  const row = transformations.get(transformationIdIn(rules) ?? "");
  if (!row || !shown || row.team_id !== team_id) return null;
  const { id, code, env } = row;
  try {
    return {
      id,
      code,
      // api/transformations/env.ts sealed it: JSON of names and values.
      envJson: env === null ? "{}" : open(env, "transformations.env", row),
      contextJson: JSON.stringify({ connection: connectionView(shown, ingestUrlOf) }),
    };
  } catch {
    return null;
  }
}

function destinationOf(
  { team_id, attempt_timeout }: Pick<SourceRow, "team_id" | "attempt_timeout">,
  row: ConnectionRow,
  open: Sealer["open"],
): DestinationRoute {
  const { destination_id: key, destination_type: type, destination_config: config } = row;
  const { delivery_groups: groups } = config;
  return {
    key,
    name: row.destination_name,
    type,
    url: destinationUrl(type, config),
    http_method: config.http_method,
    path_forwarding_disabled: config.path_forwarding_disabled,
    rate_limit: config.rate_limit ?? null,
    rate_limit_period: config.rate_limit_period ?? "second",
    groups: groups && type !== "CLI" ? { groupOf: groupAt(groups.key), paceOf: groupPaceOf(groups) } : null,
    deadlineMs: Math.min(
      config.delivery_timeout === undefined ? ATTEMPT_DEADLINE_MS : config.delivery_timeout * 1_000,
      (attempt_timeout ?? Infinity) * 1_000,
    ),
    authentication: openedAuthentication(team_id, row, open),
  };
}

/** The window of a roll ends by the database's clock, whatever this machine takes the time to be. */
function openedSigning(row: SourceRow, { open, readAtMs }: Known): SigningSecrets | null {
  const previousUntilMs = readAtMs + (row.previous_signing_secret_left_ms ?? 0);
  try {
    return openSigningSecrets(row.team_id, row, previousUntilMs, open);
  } catch {
    return null; // the attempts will report it; all other sources can still be read
  }
}

function openedAuthentication(
  team_id: string,
  { destination_id, destination_config, destination_auth }: ConnectionRow,
  open: Sealer["open"],
): DestinationRoute["authentication"] {
  const auth_type = destination_config.auth_type ?? DEFAULT_AUTH_TYPE;
  if (auth_type === DEFAULT_AUTH_TYPE) return null;
  const destination = { team_id, id: destination_id };
  try {
    const sealed = destination_auth === null ? null : Buffer.from(destination_auth, "base64");
    const json = sealed && open(sealed, "destinations.auth", destination);
    return authenticationOf(destination, readAuth(auth_type, json));
  } catch {
    return "unreadable"; // the attempts will report it; all other sources can still be read
  }
}
