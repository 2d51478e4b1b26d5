/**
 * How is a plan carried out?
 *
 * One call of the API after the other, in the order of the plan. Whatever was done stays done: the next plan is made of what
 * the project then has, so applying again goes on where a failure has ended this one.
 */
import { REQUEST_METHODS } from "@posthorn/contract/causes";
import {
  createConnection,
  deleteConnection,
  disableConnection,
  enableConnection,
  pauseConnection,
  unpauseConnection,
  updateConnection,
} from "@posthorn/contract/connections";
import {
  createDestination,
  deleteDestination,
  disableDestination,
  enableDestination,
  updateDestination,
} from "@posthorn/contract/destinations";
import type { Endpoint } from "@posthorn/contract/endpoint";
import {
  createIssueTrigger,
  deleteIssueTrigger,
  disableIssueTrigger,
  enableIssueTrigger,
  updateIssueTrigger,
} from "@posthorn/contract/issue-triggers";
import {
  createSource,
  deleteSource,
  disableSource,
  enableSource,
  updateSource,
} from "@posthorn/contract/sources";
import {
  createTransformation,
  deleteTransformation,
  updateTransformation,
} from "@posthorn/contract/transformations";
import type { Client } from "../api/client.ts";
import {
  type Configuration,
  type Destination,
  type IssueTrigger,
  KEPT,
  KINDS,
  type Kind,
  SECTION_OF,
  type Source,
  connectionName,
  isFields,
} from "./configuration.ts";
import { type Plan, type Step, withOwnSecrets } from "./plan.ts";
import type { Present } from "./present.ts";
import { SCOPES } from "./scopes.ts";

interface Deps {
  client: Pick<Client, "call">;
  wanted: Configuration;
  present: Present;
}

const DELETES = {
  transformation: deleteTransformation,
  source: deleteSource,
  destination: deleteDestination,
  connection: deleteConnection,
  issue_trigger: deleteIssueTrigger,
} as const satisfies Record<Kind, Endpoint>;

/** Calls `onDone` after each step. */
export async function applyPlan(
  { steps }: Plan,
  { client, wanted, present }: Deps,
  onDone: (step: Step) => void,
): Promise<void> {
  const ids: { [One in Kind]: Map<string, string> } = {
    transformation: new Map(present.ids.transformation),
    source: new Map(present.ids.source),
    destination: new Map(present.ids.destination),
    connection: new Map(present.ids.connection),
    issue_trigger: new Map(present.ids.issue_trigger),
  };
  const before = present.configuration;
  const writes: { [One in Kind]: (key: string) => Promise<void> } = {
    transformation: writeTransformation,
    source: writeSource,
    destination: writeDestination,
    connection: writeConnection,
    issue_trigger: writeTrigger,
  };
  for (const step of steps) {
    const { act, kind, key } = step;
    if (act === "delete") await client.call(DELETES[kind], { params: { id: idOf(kind, key) } });
    else await writes[kind](key);
    onDone(step);
  }

  function idOf(kind: Kind, key: string): string {
    return there(ids[kind], key);
  }

  async function writeTransformation(name: string): Promise<void> {
    const { code, env } = there(wanted.transformation, name);
    const id = ids.transformation.get(name);
    if (id === undefined) {
      const made = await client.call(createTransformation, { body: { name, code, env: { ...env } } });
      ids.transformation.set(name, made.id);
    } else await client.call(updateTransformation, { params: { id }, body: { code, env: { ...env } } });
  }

  async function writeSource(name: string): Promise<void> {
    const source = there(wanted.source, name);
    const body = sourceBody(source, before.source.get(name));
    const known = ids.source.get(name);
    const id = known ?? (await client.call(createSource, { body: { name, ...body } })).id;
    ids.source.set(name, id);
    if (known !== undefined) await client.call(updateSource, { params: { id }, body });
    if (source.disabled !== (before.source.get(name)?.disabled ?? false))
      await client.call(source.disabled ? disableSource : enableSource, { params: { id } });
  }

  async function writeDestination(name: string): Promise<void> {
    const destination = there(wanted.destination, name);
    const body = destinationBody(destination, before.destination.get(name));
    const known = ids.destination.get(name);
    const id = known ?? (await client.call(createDestination, { body: { name, ...body } })).id;
    ids.destination.set(name, id);
    if (known !== undefined) await client.call(updateDestination, { params: { id }, body });
    if (destination.disabled !== (before.destination.get(name)?.disabled ?? false))
      await client.call(destination.disabled ? disableDestination : enableDestination, { params: { id } });
  }

  async function writeConnection(key: string): Promise<void> {
    const { source, destination, description, rules, disabled, paused } = there(wanted.connection, key);
    const body = {
      description,
      rules: rules.map((rule) =>
        rule.type === "transform"
          ? { type: rule.type, transformation_id: idOf("transformation", rule.transformation) }
          : rule,
      ),
    };
    const known = ids.connection.get(key);
    const ends = { source_id: idOf("source", source), destination_id: idOf("destination", destination) };
    const id =
      known ??
      (await client.call(createConnection, { body: { name: connectionName(key), ...ends, ...body } })).id;
    ids.connection.set(key, id);
    const was = before.connection.get(key) ?? { disabled: false, paused: false };
    // What is to stop stops before its rules change, and goes on only after they have.
    if (paused && !was.paused) await client.call(pauseConnection, { params: { id } });
    if (disabled && !was.disabled) await client.call(disableConnection, { params: { id } });
    if (known !== undefined) await client.call(updateConnection, { params: { id }, body });
    if (!disabled && was.disabled) await client.call(enableConnection, { params: { id } });
    if (!paused && was.paused) await client.call(unpauseConnection, { params: { id } });
  }

  async function writeTrigger(name: string): Promise<void> {
    const trigger = there(wanted.issue_trigger, name);
    const { type, channels, disabled } = trigger;
    const configs = configsWithIds(trigger, idOf);
    const known = ids.issue_trigger.get(name);
    const id =
      known ?? (await client.call(createIssueTrigger, { body: { name, type, configs, channels } })).id;
    ids.issue_trigger.set(name, id);
    if (known !== undefined)
      await client.call(updateIssueTrigger, { params: { id }, body: { configs, channels } });
    if (disabled !== (before.issue_trigger.get(name)?.disabled ?? false))
      await client.call(disabled ? disableIssueTrigger : enableIssueTrigger, { params: { id } });
  }
}

function there<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`${key} is used before the plan has made it`);
  return value;
}

/** Null ends a setting; what is left out would stay as it is. */
function sourceBody({ type, description, config }: Source, before: Source | undefined) {
  const { allowed_http_methods, custom_response, redaction, auth_type, auth } = config;
  // The secret of another type is of no use to one that will learn its own.
  const isOfOtherType = auth === KEPT && type !== "MANAGED" && before !== undefined && before.type !== type;
  const sent = isOfOtherType ? null : auth;
  return {
    type,
    description,
    config: {
      ...(allowed_http_methods !== null && {
        allowed_http_methods: REQUEST_METHODS.filter((method) => allowed_http_methods.includes(method)),
        custom_response,
      }),
      redaction: [...redaction],
      ...(typeof sent !== "string" && {
        auth: sent && { ...sent },
        ...(auth_type !== null && { auth_type }),
      }),
    },
  };
}

/** Credentials are replaced as a whole, so those that the product makes by itself go along. */
function destinationBody({ type, description, config }: Destination, before: Destination | undefined) {
  const { auth, ...settings } = config;
  const had = before?.config.auth_type === config.auth_type ? before.config.auth : null;
  const sent = isFields(auth) && isFields(had) ? withOwnSecrets(auth, had) : auth;
  return {
    type,
    description,
    config: {
      ...settings,
      ...(isFields(sent) && { auth: { ...sent } }),
    },
  };
}

function configsWithIds(
  { configs }: IssueTrigger,
  idOf: (kind: Kind, key: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(configs).map(([field, value]) => {
      const section = SCOPES[field];
      const kind = KINDS.find((one) => SECTION_OF[one] === section);
      if (!kind || !Array.isArray(value)) return [field, value];
      return [field, value.map((key: string) => idOf(kind, key))];
    }),
  );
}
