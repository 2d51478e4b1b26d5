/**
 * Which values does the form of a source have, when are they valid, and what does it send?
 *
 * The catalogue of types decides which parts a form shows. The form keeps the input of the parts that it does not show,
 * but neither checks nor sends it. Names of fields in messages of the server are paths in the body: `config.auth.token`.
 */
import { REQUEST_METHODS } from "@posthorn/contract/causes";
import { AUTH_METHODS, authMethodsOf } from "@posthorn/contract/source-auth";
import { sourceTypeDetails, type SourceFeature } from "@posthorn/contract/source-catalogue";
import {
  NAMED_AUTH,
  SOURCE_TYPES,
  type SourceAuthType,
  type SourceType,
} from "@posthorn/contract/source-types";
import {
  CUSTOM_RESPONSE_TYPES,
  DEFAULT_ALLOWED_HTTP_METHODS,
  SourceConfigInput,
  type Source,
  type SourceInput,
} from "@posthorn/contract/sources";
import { REQUIRED } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { authFieldsOf, authMistakes, type AuthValues } from "./source-auth-fields.ts";

export const SourceValues = z.object({
  /** "" until the person has chosen. */
  type: z.enum(["", ...SOURCE_TYPES]),
  name: z.string(),
  description: z.string(),
  is_authenticated: z.boolean(),
  /** The method, if the type has several. */
  auth_type: z.string(),
  /** The fields of every method, by method. */
  auth: z.record(z.string(), z.record(z.string(), z.nullable(z.string()))),
  allowed_http_methods: z.array(z.enum(REQUEST_METHODS)),
  has_custom_response: z.boolean(),
  custom_response: z.object({ content_type: z.enum(CUSTOM_RESPONSE_TYPES), body: z.string() }),
});
export type SourceValues = z.output<typeof SourceValues>;

export function emptySource(type: SourceType | ""): SourceValues {
  return {
    type,
    name: "",
    description: "",
    is_authenticated: false,
    auth_type: "HMAC",
    auth: Object.fromEntries(
      AUTH_METHODS.map((method) => [
        method,
        Object.fromEntries(authFieldsOf(method).map(({ name, initial }) => [name, initial])),
      ]),
    ),
    allowed_http_methods: [...DEFAULT_ALLOWED_HTTP_METHODS],
    has_custom_response: false,
    custom_response: { content_type: "json", body: "" },
  };
}

/** The values of a source. If the server did not send its secrets, the form keeps them (null). */
export function valuesOf(source: Source): SourceValues {
  const { type, config, authenticated } = source;
  const empty = emptySource(type);
  const method = config.auth_type ?? authMethodsOf(type)[0];
  const stored: AuthValues | undefined =
    authenticated && method !== undefined
      ? Object.fromEntries(
          Object.keys(empty.auth[method] ?? {}).map((name) => [name, storedField(config.auth, name)]),
        )
      : undefined;
  return {
    ...empty,
    name: source.name,
    description: source.description ?? "",
    is_authenticated: authenticated,
    auth_type: config.auth_type ?? empty.auth_type,
    auth: { ...empty.auth, ...(stored && method !== undefined && { [method]: stored }) },
    allowed_http_methods: config.allowed_http_methods ?? empty.allowed_http_methods,
    has_custom_response: config.custom_response != null,
    custom_response: config.custom_response ?? empty.custom_response,
  };
}

/** Null: the server did not send its secrets. */
function storedField(auth: object | null | undefined, name: string): string | null {
  if (!auth) return null;
  const value: unknown = Reflect.get(auth, name);
  return typeof value === "string" ? value : "";
}

export function featuresOf(type: SourceType | ""): readonly SourceFeature[] {
  return type === "" ? [] : sourceTypeDetails(type).features;
}

/** The method that the form shows for its type; null if the type cannot check its senders. */
export function methodOf(values: Pick<SourceValues, "type" | "auth_type">): SourceAuthType | null {
  const methods = methodsOf(values);
  return methods.find((method) => method === values.auth_type) ?? methods[0] ?? null;
}

/** What the form offers: a WEBHOOK that checks its senders as a provider signs keeps that choice. */
export function methodsOf({ type, auth_type }: Pick<SourceValues, "type" | "auth_type">) {
  if (type === "") return [];
  return authMethodsOf(
    type,
    AUTH_METHODS.find((method) => method === auth_type),
  );
}

export interface Mistake {
  /** Relative to the values of the source: `auth.HMAC.header_key`. */
  path: string[];
  message: string;
}

function detailMistakes({ name }: Pick<SourceValues, "name">): Mistake[] {
  return name === "" ? [{ path: ["name"], message: REQUIRED }] : [];
}

export function configurationMistakes(values: SourceValues): Mistake[] {
  if (values.type === "") return [{ path: ["type"], message: REQUIRED }];
  const { allowed_http_methods, custom_response } = configOf(values);
  const config = SourceConfigInput.safeParse({ allowed_http_methods, custom_response });
  const method = values.is_authenticated && values.type !== "MANAGED" ? methodOf(values) : null;
  const auth = method === null ? {} : authMistakes(method, values.auth[method] ?? {});
  return [
    ...Object.entries(auth).map(([name, message]) => ({ path: ["auth", String(method), name], message })),
    ...(config.error?.issues ?? []).map(({ path, message }) => ({ path: path.map(String), message })),
  ];
}

/** Everything that can be wrong with a new source. */
export function newSourceMistakes(values: SourceValues): Mistake[] {
  return [...configurationMistakes(values), ...detailMistakes(values)];
}

/** For a form that has nothing else: adds the mistakes to those of the schema. */
function checked(mistakesOf: (values: SourceValues) => Mistake[]) {
  return SourceValues.check(({ value, issues }) => {
    for (const { path, message } of mistakesOf(value))
      issues.push({ code: "custom", path, message, input: value });
  });
}
export const NewSourceForm = checked(newSourceMistakes);
export const SourceConfigurationForm = checked(configurationMistakes);

type ConfigInput = NonNullable<SourceInput["config"]>;

/** Leaves out what the type does not have: it stays as it is. */
function configOf(values: SourceValues): ConfigInput {
  const features = featuresOf(values.type);
  return {
    ...(features.includes("CUSTOM_HTTP_METHOD") && { allowed_http_methods: values.allowed_http_methods }),
    ...(features.includes("CUSTOM_RESPONSE") && {
      custom_response: values.has_custom_response ? values.custom_response : null,
    }),
    ...authInputOf(values),
  };
}

/** A managed source keeps its token. A method whose secrets were not sent to this form is only named. */
function authInputOf(values: SourceValues): ConfigInput {
  const { type, is_authenticated } = values;
  const method = methodOf(values);
  if (type === "" || type === "MANAGED") return {};
  if (method === null || !is_authenticated) return { auth_type: null, auth: null };
  const fields = values.auth[method] ?? {};
  const isKept = Object.values(fields).includes(null);
  return {
    ...(NAMED_AUTH[type] && method !== "MANAGED" && { auth_type: method }),
    ...(!isKept && { auth: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "")) }),
  };
}

export function detailsInputOf({ name, description }: Pick<SourceValues, "name" | "description">) {
  return { name, description: description === "" ? null : description };
}

export function configurationInputOf(values: SourceValues): Pick<SourceInput, "type" | "config"> {
  return { ...(values.type !== "" && { type: values.type }), config: configOf(values) };
}

export function sourceInputOf(values: SourceValues): SourceInput {
  return { ...detailsInputOf(values), ...configurationInputOf(values) };
}

/** Where a complaint of the server about the body belongs in the form: `config.auth.token` → `auth.MANAGED.token`. */
export function sourceFieldOf(values: SourceValues, path: string): string {
  const field = path.replace(/^config\./, "");
  return field.replace(/^auth\./, `auth.${methodOf(values) ?? ""}.`);
}
