/**
 * How is a configuration written down?
 *
 * Pure. Things stand in the order of their names, settings that have their default are left out, and a secret is a reference
 * to a variable, so two exports of one project are the same text.
 */
import { DEFAULT_AUTH_TYPE } from "@posthorn/contract/destination-auth";
import { CONFIGS_OF } from "@posthorn/contract/issue-triggers";
import { isDeepStrictEqual } from "node:util";
import { Document, isMap, isScalar } from "yaml";
import * as z from "zod/mini";
import { printable } from "../output/printable.ts";
import {
  type Auth,
  type Configuration,
  type Destination,
  type Fields,
  type IssueTrigger,
  type Source,
  type Transformation,
  connectionName,
  isFields,
  labelOf,
  sortedEntries,
} from "./configuration.ts";
import { FILE_VERSION } from "./entries.ts";
import { SCHEMA_FILE } from "./json-schema.ts";
import { normalMethods } from "./normal.ts";
import type { Present, Unmanaged } from "./present.ts";
import { escaped } from "./references.ts";
import { createVariableNames, isPlainField } from "./secrets.ts";

export interface WrittenFile {
  yaml: string;
  /** By the path from the folder of the file. */
  codeFiles: ReadonlyMap<string, string>;
  /** The variables that the file refers to. */
  variables: readonly string[];
}

const CODE_FOLDER = "transformations";

export function writtenFile(
  { configuration, unmanaged }: Pick<Present, "configuration" | "unmanaged">,
  { hasCodeFiles }: { hasCodeFiles: boolean },
): WrittenFile {
  const codeFiles = new Map<string, string>();
  const variables: string[] = [];
  const variableName = createVariableNames();
  const reference = (kind: string, name: string, field: string) => {
    const variable = variableName(kind, name, field);
    variables.push(variable);
    return `\${${variable}}`;
  };
  const shortName = shortNames(configuration);
  const section = <Thing>(
    things: ReadonlyMap<string, Thing>,
    entry: (thing: Thing, name: string) => Fields,
    written = (name: string) => name,
  ) =>
    Object.fromEntries(
      sortedEntries(things).map(([name, thing]) => [
        written(name),
        withoutDefaults(entry(thing, name), { disabled: false, paused: false }),
      ]),
    );

  const content = withoutDefaults(
    {
      version: FILE_VERSION,
      transformations: section(configuration.transformation, (one, name) => ({
        ...codeOf(name, one),
        env: envEntry(one, (variable) => reference("transformation", name, variable)),
      })),
      sources: section(configuration.source, (one, name) =>
        sourceEntry(one, (field) => reference("source", name, field)),
      ),
      destinations: section(configuration.destination, (one, name) =>
        destinationEntry(one, (field) => reference("destination", name, field)),
      ),
      connections: section(configuration.connection, (one) => ({ ...one }), shortName),
      issue_triggers: section(
        new Map(
          [...configuration.issue_trigger].filter(([name]) => !unmanaged.some(({ key }) => key === name)),
        ),
        (one) => triggerEntry(one, shortName),
      ),
    },
    {},
  );
  const document = new Document(content, { aliasDuplicateObjects: false });
  document.commentBefore = headComment(variables, unmanaged);
  spaceSections(document);
  return { yaml: document.toString({ lineWidth: 0 }), codeFiles, variables };

  function codeOf(name: string, { code }: Transformation): Fields {
    const file = `${CODE_FOLDER}/${name}.js`;
    // Some disks take A.js and a.js for the same file.
    const isTaken = [...codeFiles.keys()].some((other) => other.toLowerCase() === file.toLowerCase());
    if (!hasCodeFiles || isTaken) return { code };
    codeFiles.set(file, code);
    return { code_file: file };
  }
}

/** NAME, or SOURCE/NAME if several sources have a connection of that name. */
function shortNames({ connection }: Configuration): (key: string) => string {
  const names = [...connection.keys()].map(connectionName);
  return (key) =>
    names.filter((name) => name === connectionName(key)).length > 1 ? key : connectionName(key);
}

function envEntry({ env }: Transformation, reference: (variable: string) => string): Fields {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value === "" ? "" : reference(name)]),
  );
}

function sourceEntry(
  { type, description, disabled, config }: Source,
  reference: (field: string) => string,
): Fields {
  const { auth, allowed_http_methods, ...settings } = config;
  return {
    type,
    description,
    disabled,
    config: withoutDefaults(
      { allowed_http_methods, ...settings, auth: authEntry(auth, reference) },
      { allowed_http_methods: normalMethods() },
    ),
  };
}

function destinationEntry(
  { type, description, disabled, config }: Destination,
  reference: (field: string) => string,
): Fields {
  const { auth, url, ...settings } = config;
  return {
    type,
    description,
    disabled,
    config: withoutDefaults(
      { url: url && escaped(url), ...settings, auth: authEntry(auth, reference) },
      {
        path_forwarding_disabled: false,
        auth_type: DEFAULT_AUTH_TYPE,
      },
    ),
  };
}

function authEntry(auth: Auth, reference: (field: string) => string): Fields | null {
  if (!isFields(auth)) return null;
  return Object.fromEntries(
    Object.entries(auth).map(([field, value]) => [
      field,
      isPlainField(field) && typeof value === "string" ? escaped(value) : reference(field),
    ]),
  );
}

function triggerEntry(
  { type, configs, channels, disabled }: IssueTrigger,
  shortName: (key: string) => string,
): Fields {
  const { connections } = configs;
  const named = Array.isArray(connections) ? connections.map(shortName) : connections;
  const written = connections === undefined ? configs : { ...configs, connections: named };
  return { type, configs: withoutDefaults(written, z.parse(CONFIGS_OF[type], {})), channels, disabled };
}

/** Null and nothing are the default of every setting; other defaults are given. */
function withoutDefaults(fields: Fields, defaults: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      if (value === null || value === undefined) return false;
      if (typeof value === "object" && Object.keys(value).length === 0) return false;
      return !isDeepStrictEqual(value, defaults[name]);
    }),
  );
}

function headComment(variables: readonly string[], unmanaged: readonly Unmanaged[]): string {
  const lines = [
    `yaml-language-server: $schema=./${SCHEMA_FILE}`,
    "",
    "The configuration of a Posthorn project. What an entry leaves out has its default.",
    "posthorn diff shows what posthorn apply would change.",
    ...(variables.length > 0
      ? ["", "Secrets are not in here. Set these variables first:", ...variables.map((one) => `  ${one}`)]
      : []),
    ...(unmanaged.length > 0
      ? [
          "",
          "Not in here, and never changed by this file:",
          ...unmanaged.map((one) => `  ${unmanagedText(one)}`),
        ]
      : []),
  ];
  return lines.map((line) => (line === "" ? "" : ` ${line}`)).join("\n");
}

export function unmanagedText({ kind, id, key, why }: Unmanaged): string {
  return printable(`${labelOf(kind, id)}${key === null ? "" : ` (${key})`} ${why}`);
}

/** A blank line before each section. */
function spaceSections(document: Document): void {
  if (!isMap(document.contents)) return;
  for (const { key, value } of document.contents.items)
    if (isMap(value) && isScalar(key)) key.spaceBefore = true;
}
