/**
 * Which options does the command of an endpoint have, and what is sent for them?
 *
 * Pure. Each field of the query or body is an option; its kind follows from the field's schema. A field that takes a range
 * takes `gte=2026-01-01`. The server checks the values: its complaints are better than ours could be.
 */
import { type Endpoint, NoBody, NoQuery } from "@posthorn/contract/endpoint";
import * as z from "zod/mini";
import { GLOBAL_OPTIONS } from "../arguments/global-options.ts";
import type { Given, Option } from "../commands/command.ts";
import { misuse } from "../failure.ts";

export interface Field {
  /** As the API calls it. */
  name: string;
  option: string;
  isRequired: boolean;
  types: ReadonlySet<string>;
  choices: readonly string[];
}

interface JsonSchema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
}

export function queryFields(endpoint: Endpoint, noun: string): Field[] {
  return endpoint.query === NoQuery ? [] : fieldsOf(endpoint.query, noun);
}

export function bodyFields(endpoint: Endpoint, noun: string): Field[] {
  return endpoint.body === NoBody ? [] : fieldsOf(endpoint.body, noun);
}

function fieldsOf(schema: z.ZodMiniType, noun: string): Field[] {
  // Safe: JSON Schema has these members, and others that are not read here.
  const written = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const objects = variantsOf(written).filter(({ properties }) => properties !== undefined);
  const names = new Map<string, JsonSchema[]>();
  for (const { properties = {} } of objects)
    for (const [name, one] of Object.entries(properties)) names.set(name, [...(names.get(name) ?? []), one]);
  return [...names].map(([name, schemas]) => {
    const variants = schemas.flatMap(variantsOf);
    return {
      name,
      option: optionFor(name, noun),
      isRequired: objects.every(({ required }) => required?.includes(name) === true),
      types: new Set(variants.flatMap(typesOf)),
      choices: variants.flatMap(choicesOf),
    };
  });
}

/** A field may have the name of an option that every command has. */
function optionFor(name: string, noun: string): string {
  const option = name.replaceAll("_", "-");
  return Object.hasOwn(GLOBAL_OPTIONS, option) || option === "output" || option === "data"
    ? `${noun.replaceAll(" ", "-")}-${option}`
    : option;
}

function variantsOf(schema: JsonSchema): JsonSchema[] {
  const several = schema.anyOf ?? schema.allOf;
  return several ? several.flatMap(variantsOf) : [schema];
}

function typesOf({ type, const: only }: JsonSchema): string[] {
  if (type !== undefined) return typeof type === "string" ? [type] : [...type];
  return [only === undefined ? "any" : typeof only];
}

function choicesOf(schema: JsonSchema): string[] {
  const values = schema.enum ?? schema.items?.enum ?? (schema.const === undefined ? [] : [schema.const]);
  return values.flatMap((value) =>
    typeof value === "string" && value !== "" && value !== "null" ? [value] : [],
  );
}

const KNOWN: Readonly<Record<string, string>> = {
  limit: "How many rows at most",
  next: "The next page: the cursor that the page before has shown",
  prev: "The page before: a cursor as well",
  order_by: "Sort by",
  dir: "The direction of the order",
  include: "Show more",
  path: "Only where the path contains this",
  search_term: "Only where this text is found",
  headers: `Only where the headers match this filter, such as '{"x-shop":"a"}'`,
  body: `Only where the body matches this filter, such as '{"type":"order"}'`,
  parsed_query: `Only where the query matches this filter, such as '{"page":"1"}'`,
};
const FEW_CHOICES = 12;

export function queryOption({ name, types, choices, isRequired }: Field): Option {
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  const isRange = types.has("object");
  const about = known ?? `Only where ${name} is this${isRange ? "; a range as gte=…, lte=…" : ""}`;
  return {
    kind: types.has("array") || isRange ? "list" : "text",
    about: withChoices(isRequired ? `${about} (required)` : about, choices),
  };
}

export function bodyOption({ name, types, choices, isRequired }: Field): Option {
  const isJson = (types.has("object") || types.has("array") || types.has("any")) && !types.has("string");
  const about = `The field ${name}${isRequired ? " (required)" : ""}`;
  return { kind: "text", value: isJson ? "JSON" : "VALUE", about: withChoices(about, choices) };
}

function withChoices(about: string, choices: readonly string[]): string {
  const unique = [...new Set(choices)];
  return unique.length > 0 && unique.length <= FEW_CHOICES ? `${about}: ${unique.join(", ")}` : about;
}

export function queryOf(fields: readonly Field[], given: Given): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = given[field.option];
      if (typeof value === "string") return [[field.name, value]];
      if (!Array.isArray(value) || value.length === 0) return [];
      return [[field.name, rangeOf(field, value) ?? (value.length === 1 ? value[0] : value)]];
    }),
  );
}

/** `gte=1`, `lte=5` → an object, if the field takes one and every value is written so. */
function rangeOf({ types }: Field, values: readonly string[]): Record<string, string | string[]> | null {
  if (!types.has("object")) return null;
  const parts: Record<string, string | string[]> = {};
  for (const value of values) {
    const [, key, text] = /^([a-z_]+)=(.*)$/s.exec(value) ?? [];
    if (key === undefined || text === undefined) return null;
    const before = parts[key];
    parts[key] = before === undefined ? text : [...(Array.isArray(before) ? before : [before]), text];
  }
  return parts;
}

/** `whole` is the body that the person wrote as JSON; single fields count more. */
export function bodyOf(fields: readonly Field[], given: Given, whole: unknown): unknown {
  const single = Object.fromEntries(
    fields.flatMap((field) => {
      const text = given[field.option];
      return typeof text === "string" ? [[field.name, valueOf(field, text)]] : [];
    }),
  );
  if (whole === undefined) return Object.keys(single).length > 0 ? single : {};
  if (Object.keys(single).length === 0) return whole;
  if (typeof whole !== "object" || whole === null || Array.isArray(whole))
    throw misuse(
      "--data must be an object if other fields are given beside it.",
      'Write for example --data \'{"name":"shop"}\'.',
    );
  return { ...whole, ...single };
}

function valueOf({ option, types }: Field, text: string): unknown {
  if (text === "null" && types.has("null")) return null;
  const mayBeJson = /^[[{]/.test(text.trim());
  if (types.has("string") && !(mayBeJson && (types.has("object") || types.has("array")))) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw misuse(
      `--${option} is not JSON.`,
      `Write for example --${option} '${types.has("array") ? "[…]" : types.has("object") ? '{"…":"…"}' : "10"}'.`,
    );
  }
}
