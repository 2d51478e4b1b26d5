/**
 * What is the configuration of a project, wherever it was read?
 *
 * A file and a project are brought into this one form, with every field that was left out at its default and names in the
 * place of ids, so that comparing them is comparing values. A connection is named SOURCE/NAME, because the API lets a name
 * repeat on other sources.
 */
import type { DestinationConfigInput } from "@posthorn/contract/destinations";
import type { Channels } from "@posthorn/contract/issue-triggers";
import type { SourceInput, SourceConfigInput } from "@posthorn/contract/sources";
import type { ConnectionRules, IssueTriggerEntry } from "./entries.ts";

/** In the order in which one may refer to another. */
export const KINDS = ["transformation", "source", "destination", "connection", "issue_trigger"] as const;
export type Kind = (typeof KINDS)[number];

/** What the file calls all things of a kind. */
export const SECTION_OF = {
  transformation: "transformations",
  source: "sources",
  destination: "destinations",
  connection: "connections",
  issue_trigger: "issue_triggers",
} as const satisfies Record<Kind, string>;

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Null: nobody has to prove anything. HIDDEN: there are some, and the caller may not read them. KEPT: the file leaves to the
 * product what is there.
 */
export type Auth = Fields | null | typeof HIDDEN | typeof KEPT;
export const HIDDEN = "hidden";
export const KEPT = "kept";

export interface Transformation {
  code: string;
  env: Readonly<Record<string, string>>;
}

export interface Source {
  type: NonNullable<SourceInput["type"]>;
  description: string | null;
  disabled: boolean;
  config: {
    /** A managed source has none. */
    allowed_http_methods: readonly string[] | null;
    custom_response: NonNullable<SourceConfigInput["custom_response"]> | null;
    redaction: readonly string[];
    auth_type: NonNullable<SourceConfigInput["auth_type"]> | null;
    auth: Auth;
  };
}

export interface Destination {
  type: "HTTP" | "CLI" | "MOCK_API";
  description: string | null;
  disabled: boolean;
  config: {
    url: string | null;
    path: string | null;
    http_method: NonNullable<DestinationConfigInput["http_method"]> | null;
    path_forwarding_disabled: boolean;
    rate_limit: number | null;
    /** Null without a limit. */
    rate_limit_period: NonNullable<DestinationConfigInput["rate_limit_period"]> | null;
    delivery_groups: NonNullable<DestinationConfigInput["delivery_groups"]> | null;
    delivery_timeout: number | null;
    auth_type: NonNullable<DestinationConfigInput["auth_type"]>;
    auth: Auth;
  };
}

export interface Connection {
  source: string;
  destination: string;
  description: string | null;
  disabled: boolean;
  paused: boolean;
  rules: ConnectionRules;
}

export interface IssueTrigger {
  type: IssueTriggerEntry["type"];
  /** Lists of things are lists of their names. */
  configs: Fields;
  channels: Channels | null;
  disabled: boolean;
}

export interface Things {
  transformation: Transformation;
  source: Source;
  destination: Destination;
  connection: Connection;
  issue_trigger: IssueTrigger;
}

export type Configuration = { [One in Kind]: ReadonlyMap<string, Things[One]> };

export function connectionKey(source: string, name: string): string {
  return `${source}/${name}`;
}

/** The name after the source. */
export function connectionName(key: string): string {
  return key.slice(key.indexOf("/") + 1);
}

/** As a sentence names it. */
export function labelOf(kind: Kind, key: string): string {
  return `${kind === "issue_trigger" ? "issue trigger" : kind} ${key}`;
}

/** In the same order on every machine. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function sortedEntries<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].toSorted(([a], [b]) => byText(a, b));
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Without the fields that are null: the API takes null for a field that is left out. */
export function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}
