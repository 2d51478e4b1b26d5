/**
 * What may stand in a configuration file?
 *
 * The schemas of the contract, with names in the place of ids: what the API accepts, the file accepts. The reader parses
 * with them, and the JSON schema for editors is made from them.
 */
import { ConnectionInput } from "@posthorn/contract/connections";
import { DestinationConfigInput, DestinationInput } from "@posthorn/contract/destinations";
import {
  BackpressureConfigs,
  Channels,
  DeliveryConfigs,
  RequestConfigs,
  TransformationConfigs,
} from "@posthorn/contract/issue-triggers";
import {
  TRANSFORMATION_ENV_NAME_MAX_CHARACTERS,
  TRANSFORMATION_ENV_VALUE_MAX_CHARACTERS,
} from "@posthorn/contract/limits";
import { Description, Name } from "@posthorn/contract/names";
import { DeduplicateRule, DelayRule, FilterRule, RetryRule, checkRuleTypes } from "@posthorn/contract/rules";
import { SourceConfigInput, SourceInput } from "@posthorn/contract/sources";
import { TransformationInput } from "@posthorn/contract/transformations";
import * as z from "zod/mini";

/** The version of this form of the file. A change that an older client would misread raises it. */
export const FILE_VERSION = 1;

/** What an editor shows for a field. */
export const FIELD_TEXTS = z.registry<{ description: string }>();
function told<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  FIELD_TEXTS.add(schema, { description });
  return schema;
}

const disabled = () =>
  told(z.optional(z.boolean()), "Whether it is disabled. A connection of a disabled end is disabled, too.");

const Variables = z.record(
  z
    .string()
    .check(
      z.maxLength(TRANSFORMATION_ENV_NAME_MAX_CHARACTERS),
      z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "may contain only letters, digits and underscores, no digit first"),
    ),
  z.string().check(z.maxLength(TRANSFORMATION_ENV_VALUE_MAX_CHARACTERS)),
);

const Transformation = z.strictObject({
  code: told(z.optional(TransformationInput.shape.code), "The code. Instead of code_file."),
  code_file: told(
    z.optional(z.string().check(z.minLength(1))),
    "The file with the code, from the folder of this file.",
  ),
  env: told(
    z.optional(Variables),
    "What the code finds in process.env. A value may be ${VARIABLE}, which is read from the environment of the command.",
  ),
});

const Source = z.strictObject({
  type: told(z.optional(SourceInput.shape.type), "WEBHOOK by default."),
  description: z.optional(Description),
  disabled: disabled(),
  config: z.optional(
    z.strictObject({
      ...SourceConfigInput.shape,
      auth: told(
        SourceConfigInput.shape.auth,
        "How senders prove themselves, by auth_type or the type. Write secrets as ${VARIABLE}.",
      ),
    }),
  ),
});

const Destination = z.strictObject({
  type: told(z.optional(DestinationInput.shape.type), "HTTP by default."),
  description: z.optional(Description),
  disabled: disabled(),
  config: z.optional(
    z.strictObject({
      ...DestinationConfigInput.shape,
      auth: told(
        DestinationConfigInput.shape.auth,
        "The credentials of auth_type. Write secrets as ${VARIABLE}.",
      ),
    }),
  ),
});

const TransformRule = z.strictObject({
  type: z.literal("transform"),
  transformation: told(Name, "The name of a transformation of this file."),
});

export const ConnectionRules = z
  .array(z.discriminatedUnion("type", [RetryRule, DelayRule, FilterRule, DeduplicateRule, TransformRule]))
  .check(checkRuleTypes);
export type ConnectionRules = z.output<typeof ConnectionRules>;

const Connection = z.strictObject({
  source: told(Name, "The name of a source of this file."),
  destination: told(Name, "The name of a destination of this file."),
  description: z.optional(ConnectionInput.shape.description),
  disabled: disabled(),
  paused: told(z.optional(z.boolean()), "Whether its events are held."),
  rules: z.optional(ConnectionRules),
});

const triggerOf = <Type extends string, Configs extends z.ZodMiniType>(type: Type, configs: Configs) =>
  z.strictObject({
    type: z.literal(type),
    configs: z.optional(configs),
    channels: told(z.optional(z.nullable(Channels)), "Who is told; nobody, if it is left out."),
    disabled: disabled(),
  });

const IssueTrigger = z.discriminatedUnion("type", [
  triggerOf("delivery", DeliveryConfigs),
  triggerOf("transformation", TransformationConfigs),
  triggerOf("backpressure", BackpressureConfigs),
  triggerOf("request", RequestConfigs),
]);

/** A name; where several sources have a connection of that name, SOURCE/NAME. */
const ConnectionKey = z
  .string()
  .check(
    z.regex(
      /^(?:[A-Za-z0-9\-_]{1,155}\/)?[A-Za-z0-9\-_]{1,155}$/,
      "must be a name of letters, digits, hyphens and underscores, or SOURCE/NAME",
    ),
  );

export const FileContent = z.strictObject({
  version: told(z.literal(FILE_VERSION), "The version of the form of this file."),
  transformations: z.optional(z.record(Name, Transformation)),
  sources: z.optional(z.record(Name, Source)),
  destinations: z.optional(z.record(Name, Destination)),
  connections: z.optional(z.record(ConnectionKey, Connection)),
  issue_triggers: z.optional(z.record(Name, IssueTrigger)),
});
export type FileContent = z.output<typeof FileContent>;

type EntryOf<Section extends "sources" | "destinations" | "connections" | "issue_triggers"> = NonNullable<
  FileContent[Section]
>[string];
export type SourceEntry = EntryOf<"sources">;
export type DestinationEntry = EntryOf<"destinations">;
export type ConnectionEntry = EntryOf<"connections">;
export type IssueTriggerEntry = EntryOf<"issue_triggers">;
