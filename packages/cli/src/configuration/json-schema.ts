/**
 * How does an editor know what may stand in a configuration file?
 *
 * A JSON Schema of the same schemas with which the reader parses. It also says which fields a place has, so that the reader
 * can name the one that was meant.
 */
import * as z from "zod/mini";
import { FIELD_TEXTS, FileContent } from "./entries.ts";

/** The name of the file with the schema, beside the configuration. */
export const SCHEMA_FILE = "posthorn.schema.json";

interface JsonSchema {
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: JsonSchema | boolean;
  const?: unknown;
}

export function configurationSchema(): object {
  const schema = z.toJSONSchema(FileContent, {
    io: "input",
    unrepresentable: "any",
    metadata: FIELD_TEXTS,
  });
  return {
    ...schema,
    title: "Configuration of a Posthorn project",
    description: "What posthorn export writes, and posthorn diff and apply read.",
  };
}

/** The names that an object at this place may have. The type of a rule or trigger decides among several forms. */
export function fieldsAt(path: readonly PropertyKey[], content: unknown): string[] {
  let schemas = formsOf(configurationSchema(), content);
  let value = content;
  for (const step of path) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
    schemas = schemas
      .flatMap(({ properties, additionalProperties, items }) => {
        if (typeof step === "number") return items ? [items] : [];
        const own = properties && Object.hasOwn(properties, step) ? properties[String(step)] : undefined;
        if (own) return [own];
        return typeof additionalProperties === "object" ? [additionalProperties] : [];
      })
      .flatMap((schema) => formsOf(schema, value));
  }
  return [...new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)))];
}

function formsOf(schema: JsonSchema, value: unknown): JsonSchema[] {
  const forms = schema.anyOf ?? schema.oneOf;
  if (!forms) return [schema];
  const all = forms.flatMap((form) => formsOf(form, value));
  const type: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "type") : undefined;
  const meant = all.filter(({ properties }) => properties?.["type"]?.const === type && type !== undefined);
  return meant.length > 0 ? meant : all;
}
