/**
 * Which configuration does the content of a file ask for?
 *
 * Pure. What an entry leaves out has its default, so that the file alone says how the project will be. The checks are those
 * that the API would make only in the middle of an apply.
 */
import { CONFIGS_OF } from "@posthorn/contract/issue-triggers";
import * as z from "zod/mini";
import { closestName } from "../arguments/closest-name.ts";
import {
  type Configuration,
  type Connection,
  type Fields,
  type IssueTrigger,
  SECTION_OF,
  connectionKey,
  connectionName,
} from "./configuration.ts";
import type { ConnectionEntry, FileContent, IssueTriggerEntry } from "./entries.ts";
import { normalChannels, normalRules, normalScope } from "./normal.ts";
import type { Problem } from "./problems.ts";
import { SCOPES } from "./scopes.ts";
import { wantedDestination, wantedSource } from "./wanted-ends.ts";

type Section = NonNullable<(typeof SCOPES)[string]>;

/** `codes` has the code of each transformation. */
export function wantedConfiguration(
  content: FileContent,
  codes: ReadonlyMap<string, string>,
): { wanted: Configuration; problems: Problem[] } {
  const problems: Problem[] = [];
  const complain = (path: readonly PropertyKey[], text: string) => void problems.push({ path, text });

  const keys = connectionKeys(content, complain);
  const names = {
    transformations: new Set(Object.keys(content.transformations ?? {})),
    sources: new Set(Object.keys(content.sources ?? {})),
    destinations: new Set(Object.keys(content.destinations ?? {})),
  };
  const refer = (section: keyof typeof names, name: string, path: readonly PropertyKey[]) => {
    if (names[section].has(name)) return;
    const close = closestName(name, [...names[section]]);
    complain(
      path,
      `is "${name}", which is not among the ${section} of this file.${close ? ` Did you mean ${close}?` : ""}`,
    );
  };

  const connections = entries(content.connections).map(([name, entry]): [string, Connection] => {
    const path = ["connections", name];
    refer("sources", entry.source, [...path, "source"]);
    refer("destinations", entry.destination, [...path, "destination"]);
    for (const [at, rule] of (entry.rules ?? []).entries())
      if (rule.type === "transform")
        refer("transformations", rule.transformation, [...path, "rules", at, "transformation"]);
    const ends = {
      source: content.sources?.[entry.source],
      destination: content.destinations?.[entry.destination],
    };
    for (const [end, { disabled = false } = {}] of Object.entries(ends))
      if (disabled && !entry.disabled)
        complain([...path, "disabled"], `must be true, because its ${end} is disabled`);
    return [keys.get(name) ?? name, wantedConnection(entry)];
  });

  const scope = (section: Section, asked: unknown, path: readonly PropertyKey[]): unknown => {
    if (!Array.isArray(asked)) return asked;
    const scoped = asked.map((name: unknown, at) => {
      if (section !== "connections") {
        refer(section, String(name), [...path, at]);
        return String(name);
      }
      const key = scopedConnection(String(name), keys);
      if (key === null)
        complain([...path, at], `is "${String(name)}", which is not among the connections of this file`);
      return key ?? String(name);
    });
    return normalScope(scoped);
  };

  const wanted: Configuration = {
    transformation: new Map(
      entries(content.transformations).map(([name, { code, code_file, env }]) => {
        if ((code === undefined) === (code_file === undefined))
          complain(["transformations", name], "must have either code or code_file");
        return [name, { code: codes.get(name) ?? "", env: env ?? {} }];
      }),
    ),
    source: new Map(
      entries(content.sources).map(([name, entry]) => [
        name,
        wantedSource(entry, (path, text) => complain(["sources", name, ...path], text)),
      ]),
    ),
    destination: new Map(
      entries(content.destinations).map(([name, entry]) => [
        name,
        wantedDestination(entry, (path, text) => complain(["destinations", name, ...path], text)),
      ]),
    ),
    connection: new Map(connections),
    issue_trigger: new Map(
      entries(content.issue_triggers).map(([name, entry]) => [
        name,
        wantedTrigger(entry, (field, section, asked) =>
          scope(section, asked, ["issue_triggers", name, "configs", field]),
        ),
      ]),
    ),
  };
  return { wanted, problems };
}

function wantedConnection({
  source,
  destination,
  description = null,
  disabled = false,
  paused = false,
  rules = [],
}: ConnectionEntry): Connection {
  return { source, destination, description, disabled, paused, rules: normalRules(rules) };
}

function wantedTrigger(
  { type, configs, channels = null, disabled = false }: IssueTriggerEntry,
  scope: (field: string, section: Section, asked: unknown) => unknown,
): IssueTrigger {
  // The schema of the file has checked them; here they get their defaults.
  const complete: Fields = z.parse(CONFIGS_OF[type], configs ?? {});
  return {
    type,
    disabled,
    channels: normalChannels(channels),
    configs: Object.fromEntries(
      Object.entries(complete).map(([field, value]) => {
        const section = SCOPES[field];
        return [field, section ? scope(field, section, value) : value];
      }),
    ),
  };
}

function entries<Entry>(section: Readonly<Record<string, Entry>> | undefined): [string, Entry][] {
  return Object.entries(section ?? {});
}

/** By the key that the file has: SOURCE/NAME. */
function connectionKeys(
  { connections = {} }: FileContent,
  complain: (path: readonly PropertyKey[], text: string) => void,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const written = new Map<string, string>();
  for (const [name, { source }] of Object.entries(connections)) {
    const path = [SECTION_OF.connection, name];
    if (name.includes("/") && name !== connectionKey(source, connectionName(name)))
      complain(
        [...path, "source"],
        `is ${source}, but the name of the connection begins with another source`,
      );
    const key = connectionKey(source, connectionName(name));
    const other = written.get(key);
    if (other !== undefined)
      complain(path, `is the same connection as ${other}: a source has one connection of a name`);
    written.set(key, name);
    keys.set(name, key);
  }
  return keys;
}

/** The connection that a trigger means, by SOURCE/NAME or by a name that only one has. */
function scopedConnection(name: string, keys: ReadonlyMap<string, string>): string | null {
  const all = [...keys.values()];
  if (all.includes(name)) return name;
  const named = all.filter((key) => connectionName(key) === name);
  return named.length === 1 ? (named[0] ?? null) : null;
}
