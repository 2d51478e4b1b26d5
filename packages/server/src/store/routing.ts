/**
 * What must the pipeline know about a source to take in and route its requests?
 *
 * pipeline/routing-table.ts reads this into memory at start. It reads single sources again whenever the database
 * announces a change on the `routing` channel, or has another routing version of them than memory.
 */
import type { DestinationType } from "@posthorn/contract/destinations";
import type { Rules } from "@posthorn/contract/rules";
import type { SourceType } from "@posthorn/contract/source-types";
import { DESTINATION_JSON, SOURCE_JSON, type ConnectionWithEnds } from "./connections.ts";
import type { Queryable } from "./database.ts";
import type { KeptDestinationConfig } from "./destinations.ts";
import { ALL_PROJECTS } from "./projects.ts";
import type { KeptSourceConfig } from "./sources.ts";

export const ROUTING_CHANNEL = "routing";

export interface SourceRow {
  id: string;
  team_id: string;
  name: string;
  type: SourceType;
  config: KeptSourceConfig;
  /** Sealed JSON; null without a secret. */
  auth: Buffer | null;
  disabled_at: string | null;
  deleted_at: string | null;
  signing_secret: Buffer;
  previous_signing_secret: Buffer | null;
  /** For how long the previous secret signs as well, by the database's clock; null without one. */
  previous_signing_secret_left_ms: number | null;
  /** The prefix of the headers that we add; null means our default. */
  headers_prefix: string | null;
  /** Null means no cap on the project's deliveries. */
  max_events_per_second: number | null;
  /** Of the organization's plan. Null: only our own bound. */
  max_payload_size_mb: number | null;
  /** Of the organization's plan, in seconds. Null: only our own bound. */
  attempt_timeout: number | null;
  organization_id: string;
  /** The events that a period of the organization's plan includes, if the plan rejects more. Null: nothing is rejected. */
  max_events: number | null;
  connections: ConnectionRow[];
  routing_version: string;
}

/** The sources of one project, or one source; all if neither is named. */
export interface WhichSources {
  team_id?: string;
  source_id?: string;
}

export interface ConnectionRow {
  id: string;
  name: string | null;
  rules: Rules;
  paused_at: string | null;
  disabled_at: string | null;
  destination_id: string;
  destination_name: string;
  destination_type: DestinationType;
  destination_config: KeptDestinationConfig;
  /** Sealed, as base64. */
  destination_auth: string | null;
  /** The connection as the code of its transform rule sees it; null without such a rule. */
  shown: ConnectionWithEnds | null;
}

export interface TransformationRow {
  id: string;
  team_id: string;
  code: string;
  /** Sealed; null without variables. */
  env: Buffer | null;
}

/**
 * The routing version of a source, for a statement that reads `sources` and `projects`. PostgreSQL sets the `xmin` of a
 * row with every update, whichever program makes it, so no change can leave the version as it was.
 */
const ROUTING_VERSION = `md5(concat_ws(' ', sources.xmin, projects.xmin, (select plan_offer.xmin from plan_offer),
    (select subscriptions.xmin from subscriptions where subscriptions.organization_id = projects.organization_id),
    (select string_agg(concat_ws(' ', connections.xmin, destinations.xmin, transformations.xmin), ',' order by connections.id)
     from connections
     join destinations on destinations.id = connections.destination_id
     left join transformations on transformations.id =
       (jsonb_path_query_first(connections.rules, '$[*].transformation_id') #>> '{}')::uuid
     where connections.source_id = sources.id and connections.deleted_at is null)))`;

/** Returns the routing versions by the sources' ids. Far cheaper than to read the sources. */
export async function readRoutingVersions(
  db: Queryable,
  { team_id, source_id }: WhichSources,
): Promise<Map<string, string>> {
  const { rows } = await db.query<Pick<SourceRow, "id" | "routing_version">>(
    `select sources.id, ${ROUTING_VERSION} as routing_version
     from sources
     join ${ALL_PROJECTS} on projects.id = sources.team_id
     where ($1::uuid is null or sources.team_id = $1) and ($2::uuid is null or sources.id = $2)`,
    [team_id ?? null, source_id ?? null],
  );
  return new Map(rows.map(({ id, routing_version }) => [id, routing_version]));
}

/**
 * Reads those that are not deleted, each once: code can be long, and many connections may share it. If one changes
 * between this read and that of the sources, the database announces it, and both are read again.
 */
export async function readTransformations(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, TransformationRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<TransformationRow>(
    `select id, team_id, code, env from transformations where id = any ($1::uuid[]) and deleted_at is null`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Reads all sources, or the ones named. Deleted connections are left out. Deleted sources stay,
 * so that we can tell them from unknown ones. In a deleted project everything counts as deleted,
 * even what was created at the same moment.
 */
export async function readSources(db: Queryable, ids: readonly string[] | null): Promise<SourceRow[]> {
  const { rows } = await db.query<SourceRow>(
    `select sources.id, sources.team_id, sources.name, sources.type, sources.config, sources.auth, sources.disabled_at,
       coalesce(sources.deleted_at, projects.deleted_at) as deleted_at,
       projects.signing_secret, projects.previous_signing_secret,
       date_part('epoch', projects.previous_signing_secret_until - now()) * 1000 as previous_signing_secret_left_ms,
       projects.headers_prefix, limits.max_events_per_second, limits.max_payload_size_mb, limits.attempt_timeout,
       projects.organization_id,
       (select (plan.limits ->> 'max_requests')::bigint from plans_in_force as plan
        where plan.organization_id = projects.organization_id and plan.over_limit = 'reject') as max_events,
       coalesce(
         (select json_agg(json_build_object(
             'id', connections.id, 'name', connections.name, 'rules', connections.rules, 'paused_at', connections.paused_at,
             'disabled_at', connections.disabled_at, 'destination_id', destinations.id,
             'destination_name', destinations.name, 'destination_type', destinations.type,
             'destination_config', destinations.config, 'destination_auth', encode(destinations.auth, 'base64'),
             'shown', case when connections.rules @> '[{"type": "transform"}]'
               then to_jsonb(connections) || jsonb_build_object('source', ${SOURCE_JSON}, 'destination', ${DESTINATION_JSON}) end)
           order by connections.id)
          from connections
          join destinations on destinations.id = connections.destination_id
          where connections.source_id = sources.id and connections.deleted_at is null and projects.deleted_at is null),
         '[]') as connections,
       ${ROUTING_VERSION} as routing_version
     from sources
     join ${ALL_PROJECTS} on projects.id = sources.team_id
     join project_limits as limits on limits.team_id = projects.id
     where $1::uuid[] is null or sources.id = any ($1)`,
    [ids],
  );
  return rows;
}

/** Those of these ids that name a source, deleted or not. Reads the primary key only, because most are guesses. */
export async function findExistingSources(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(`select id from sources where id = any ($1::uuid[])`, [
    ids,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** The id of a project's source that is not deleted. */
export async function findSourceByName(db: Queryable, team_id: string, name: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from sources where team_id = $1 and name = $2 and deleted_at is null`,
    [team_id, name],
  );
  return rows[0]?.id ?? null;
}
