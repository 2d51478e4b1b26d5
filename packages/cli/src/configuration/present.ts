/**
 * Which configuration does a project have?
 *
 * Pure: from what the API answers. A thing without a name, and a trigger that names such a thing, has no place in a file. It
 * is listed apart, and nothing prunes it.
 */
import type { Connection as ConnectionModel } from "@posthorn/contract/connections";
import { DEFAULT_AUTH_TYPE } from "@posthorn/contract/destination-auth";
import type { Destination as DestinationModel } from "@posthorn/contract/destinations";
import type { IssueTrigger as IssueTriggerModel } from "@posthorn/contract/issue-triggers";
import type { Source as SourceModel } from "@posthorn/contract/sources";
import type { Transformation as TransformationModel } from "@posthorn/contract/transformations";
import {
  type Auth,
  type Configuration,
  type Connection,
  type Destination,
  HIDDEN,
  type IssueTrigger,
  type Kind,
  type Source,
  type Transformation,
  connectionKey,
  isFields,
  withoutNulls,
} from "./configuration.ts";
import type { ConnectionRules } from "./entries.ts";
import { normalChannels, normalMethods, normalRules, normalScope } from "./normal.ts";
import { SCOPES } from "./scopes.ts";

/** As the API answers. */
export interface ProjectModels {
  transformations: readonly TransformationModel[];
  sources: readonly SourceModel[];
  destinations: readonly DestinationModel[];
  connections: readonly ConnectionModel[];
  issueTriggers: readonly IssueTriggerModel[];
  /** By id of the source or destination; without those whose secrets the caller may not read. */
  auths: ReadonlyMap<string, Auth>;
}

export interface Unmanaged {
  kind: Kind;
  id: string;
  /** Null if it has no name. */
  key: string | null;
  /** Why it has no place in a file, as a sentence goes on. */
  why: string;
  /** The ids of what it uses. */
  uses: readonly string[];
}

export interface Present {
  configuration: Configuration;
  ids: { readonly [One in Kind]: ReadonlyMap<string, string> };
  unmanaged: readonly Unmanaged[];
}

export function presentOf({
  transformations,
  sources,
  destinations,
  connections,
  issueTriggers,
  auths,
}: ProjectModels): Present {
  const unmanaged: Unmanaged[] = [];
  const nameOf = new Map<string, string>([
    ...transformations.map(({ id, name }) => [id, name] as const),
    ...sources.map(({ id, name }) => [id, name] as const),
    ...destinations.map(({ id, name }) => [id, name] as const),
    ...connections.flatMap(({ id, name, source }) =>
      name === null ? [] : [[id, connectionKey(source.name, name)] as const],
    ),
  ]);

  const namedConnections = connections.flatMap((model): [string, Connection, string][] => {
    const key = nameOf.get(model.id);
    if (key !== undefined) return [[key, presentConnection(model, nameOf), model.id]];
    const uses = [model.source.id, model.destination.id, ...transformationsOf(model)];
    const ends = `${model.source.name} → ${model.destination.name}`;
    unmanaged.push({ kind: "connection", id: model.id, key: null, why: `has no name (${ends})`, uses });
    return [];
  });

  const namedTriggers = issueTriggers.flatMap((model): [string, IssueTrigger, string][] => {
    const { id, name, type } = model;
    if (name === null) {
      unmanaged.push({ kind: "issue_trigger", id, key: null, why: `has no name (${type})`, uses: [] });
      return [];
    }
    const ids = Object.entries(model.configs).flatMap(([field, value]): string[] =>
      SCOPES[field] && Array.isArray(value) ? value : [],
    );
    if (!ids.every((one) => nameOf.has(one))) {
      const why = "names something that has no name, or is gone";
      unmanaged.push({ kind: "issue_trigger", id, key: name, why, uses: [] });
    }
    const configs = Object.entries(model.configs).map(([field, value]): [string, unknown] => [
      field,
      SCOPES[field] && Array.isArray(value)
        ? normalScope(value.map((one: string) => nameOf.get(one) ?? one))
        : value,
    ]);
    const trigger: IssueTrigger = {
      type,
      configs: Object.fromEntries(configs),
      channels: normalChannels(model.channels),
      disabled: model.disabled_at !== null,
    };
    return [[name, trigger, id]];
  });

  return {
    configuration: {
      transformation: new Map(transformations.map((model) => [model.name, presentTransformation(model)])),
      source: new Map(sources.map((model) => [model.name, presentSource(model, auths)])),
      destination: new Map(destinations.map((model) => [model.name, presentDestination(model, auths)])),
      connection: new Map(namedConnections.map(([key, connection]) => [key, connection])),
      issue_trigger: new Map(namedTriggers.map(([name, trigger]) => [name, trigger])),
    },
    ids: {
      transformation: new Map(transformations.map(({ id, name }) => [name, id])),
      source: new Map(sources.map(({ id, name }) => [name, id])),
      destination: new Map(destinations.map(({ id, name }) => [name, id])),
      connection: new Map(namedConnections.map(([key, , id]) => [key, id])),
      issue_trigger: new Map(namedTriggers.map(([name, , id]) => [name, id])),
    },
    unmanaged,
  };
}

function presentTransformation({ code, env }: TransformationModel): Transformation {
  return { code, env: env ?? {} };
}

function presentSource(
  { id, type, description, disabled_at, authenticated, config }: SourceModel,
  auths: ProjectModels["auths"],
): Source {
  return {
    type,
    description,
    disabled: disabled_at !== null,
    config: {
      allowed_http_methods: type === "MANAGED" ? null : normalMethods(config.allowed_http_methods),
      custom_response: config.custom_response ?? null,
      redaction: config.redaction ?? [],
      auth_type: authenticated ? (config.auth_type ?? null) : null,
      auth: authenticated ? readAuth(auths.get(id)) : null,
    },
  };
}

function presentDestination(
  { id, type, description, disabled_at, config }: DestinationModel,
  auths: ProjectModels["auths"],
): Destination {
  return {
    type,
    description,
    disabled: disabled_at !== null,
    config: {
      url: config.url ?? null,
      path: config.path ?? null,
      http_method: config.http_method,
      path_forwarding_disabled: config.path_forwarding_disabled,
      rate_limit: config.rate_limit ?? null,
      rate_limit_period: config.rate_limit == null ? null : (config.rate_limit_period ?? "second"),
      delivery_groups: config.delivery_groups ?? null,
      delivery_timeout: config.delivery_timeout ?? null,
      auth_type: config.auth_type,
      auth: config.auth_type === DEFAULT_AUTH_TYPE ? null : readAuth(auths.get(id)),
    },
  };
}

function readAuth(auth: Auth | undefined): Auth {
  return isFields(auth) ? withoutNulls(auth) : HIDDEN;
}

/** A connection of a disabled end delivers nothing, whatever it says itself. */
function presentConnection(model: ConnectionModel, nameOf: ReadonlyMap<string, string>): Connection {
  const { source, destination, description, disabled_at, paused_at, rules } = model;
  const named = rules.map((rule) =>
    rule.type === "transform"
      ? { type: "transform" as const, transformation: nameOf.get(rule.transformation_id) ?? "" }
      : rule,
  );
  return {
    source: source.name,
    destination: destination.name,
    description,
    disabled: [disabled_at, source.disabled_at, destination.disabled_at].some((at) => at !== null),
    paused: paused_at !== null,
    rules: normalRules(named satisfies ConnectionRules),
  };
}

function transformationsOf({ rules }: ConnectionModel): string[] {
  return rules.flatMap((rule) => (rule.type === "transform" ? [rule.transformation_id] : []));
}

/** Whether its secrets can be asked for. */
export function hasAuth(kind: "source" | "destination", model: SourceModel | DestinationModel): boolean {
  return kind === "source"
    ? "authenticated" in model && model.authenticated
    : model.config.auth_type !== DEFAULT_AUTH_TYPE;
}
