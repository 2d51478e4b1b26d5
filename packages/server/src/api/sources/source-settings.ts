/**
 * What does a source become when a caller writes to it?
 *
 * A pure function: from the stored source and the input it derives the type, the config and what happens to the
 * secret. Fields that the input does not mention stay, and so does the secret: a source loses its authentication
 * only when the input says so. `path` is the position of the source in the caller's input: empty, or `source.`.
 */
import { GENERIC_AUTH, authMethodsOf, authSchemaOf, canName } from "@posthorn/contract/source-auth";
import { NAMED_AUTH, type SourceAuthType, type SourceType } from "@posthorn/contract/source-types";
import { DEFAULT_ALLOWED_HTTP_METHODS, type SourceConfigInput } from "@posthorn/contract/sources";
import * as z from "zod/mini";
import type { KeptSourceConfig, SourceRow } from "../../store/sources.ts";
import { invalid } from "../validation.ts";
import { authOfMethod, notAvailable, parseAuth } from "./auth-input.ts";

export interface SourceSettings {
  type: SourceType;
  config: KeptSourceConfig;
  /** Undefined keeps the stored secret, null removes it, "new token" creates one. */
  auth: object | null | undefined | "new token";
}

type Path = "" | "source.";
/** Where the fields of the method are in the caller's input. */
const placeOf = (path: Path) => (path === "" ? ["config", "auth"] : ["source", "config", "auth"]);
type Before = Pick<SourceRow, "type" | "config" | "authenticated"> | null;
type Settled = Pick<SourceSettings, "auth"> & { auth_type: SourceAuthType | null };

export function settingsOf(
  before: Before,
  input: { type?: SourceType | undefined; config?: SourceConfigInput | null | undefined },
  path: Path = "",
): SourceSettings {
  const type = input.type ?? before?.type ?? "WEBHOOK";
  const config = input.config ?? {};
  const { auth, auth_type } = authOf(type, before, config, path);
  const redaction = redactionOf(before, config);
  if (type === "MANAGED") {
    for (const field of ["allowed_http_methods", "custom_response"] as const)
      if (config[field] != null) throw invalid(`${path}config.${field} is not allowed`);
    return { type, auth, config: { allowed_http_methods: DEFAULT_ALLOWED_HTTP_METHODS, ...redaction } };
  }
  const { custom_response = before?.config.custom_response ?? null } = config;
  const methods =
    config.allowed_http_methods ?? before?.config.allowed_http_methods ?? DEFAULT_ALLOWED_HTTP_METHODS;
  return {
    type,
    auth,
    config: { allowed_http_methods: [...new Set(methods)], custom_response, auth_type, ...redaction },
  };
}

/** Clients that do not know the list leave it out, and must not end the masking by that. */
function redactionOf(before: Before, { redaction }: SourceConfigInput): Pick<KeptSourceConfig, "redaction"> {
  const paths = redaction === undefined ? (before?.config.redaction ?? []) : (redaction ?? []);
  return paths.length > 0 ? { redaction: [...new Set(paths)] } : {};
}

function authOf(type: SourceType, before: Before, config: SourceConfigInput, path: Path): Settled {
  if (NAMED_AUTH[type]) return namedAuth(type, before, config, path);
  if (config.auth_type != null) throw invalid(`${path}config.auth_type is not allowed`);
  if (type === "MANAGED") return { auth: managedAuth(before, config, path), auth_type: null };
  const schema = authSchemaOf(type);
  if (config.auth != null) {
    if (schema) return { auth: authOfMethod(type, config.auth, placeOf(path)), auth_type: null };
    if (type !== "PUBLISH_API" && type !== "HOOKDECK_OUTPOST") throw notAvailable(type);
    parseAuth(NoAuth, config.auth, placeOf(path));
  }
  if (before?.authenticated && config.auth === undefined) {
    if (presentMethod(before) !== type) throw wouldBeLost(type);
    return { auth: undefined, auth_type: null };
  }
  return { auth: null, auth_type: null };
}

/** The method by which the stored source checks its senders. */
function presentMethod(before: Before): SourceAuthType | null {
  return before?.authenticated ? (before.config.auth_type ?? before.type) : null;
}

/** For types that can name a method. One that has a scheme of its own too does not name that. */
function namedAuth(
  type: SourceType,
  before: Before,
  { auth, auth_type }: SourceConfigInput,
  path: Path,
): Settled {
  const present = presentMethod(before);
  if (auth === undefined && auth_type === undefined) {
    if (present !== null && !canUse(type, present)) throw wouldBeLost(type);
    return { auth: undefined, auth_type: present && namedAs(type, present) };
  }
  // A caller that writes back what it read sends null for a scheme of the type's own.
  const isReadBack = auth === undefined && present === type;
  if (auth == null && auth_type == null && !isReadBack) return { auth: null, auth_type: null };
  const own = authSchemaOf(type) ? type : null;
  const wanted = auth_type === undefined ? (impliedBy(auth, type) ?? present) : (auth_type ?? own);
  if (wanted === null) throw invalid(`${path}config.auth_type is required`);
  const schema = canUse(type, wanted) ? authSchemaOf(wanted) : null;
  if (schema === null) {
    if (type === "WEBHOOK" || wanted === type) throw notAvailable(wanted);
    throw invalid(`${path}config.auth_type must be one of [${(NAMED_AUTH[type] ?? []).join(", ")}]`);
  }
  if (auth === undefined && wanted === present) return { auth: undefined, auth_type: namedAs(type, wanted) };
  const parsed = authOfMethod(wanted, auth ?? undefined, placeOf(path));
  return { auth: parsed, auth_type: namedAs(type, wanted) };
}

function canUse(type: SourceType, method: SourceAuthType): boolean {
  return method === type ? authSchemaOf(type) !== null : canName(type, method);
}

function namedAs(type: SourceType, method: SourceAuthType): SourceAuthType | null {
  return method === type ? null : method;
}

/** A managed source always has a token; we create one if the caller sends none. */
function managedAuth(
  before: Before,
  { auth }: SourceConfigInput,
  path: Path,
): object | undefined | "new token" {
  if (auth === null) throw invalid(`${path}config.auth is required`);
  if (auth !== undefined) return parseAuth(GENERIC_AUTH.MANAGED, auth, placeOf(path));
  return before?.type === "MANAGED" && before.authenticated ? undefined : "new token";
}

/**
 * Published CLIs send credentials for a WEBHOOK source without naming the method, and no two
 * methods have the same fields. A lone key is the exception, because most providers use one: it
 * implies a method only if the type has no other method of that shape.
 */
function impliedBy(auth: unknown, type: SourceType): SourceAuthType | null {
  const isTelling = (method: SourceAuthType) => method !== "STANDARD_WEBHOOKS" || type === "GITLAB";
  const fits = (method: SourceAuthType) => authSchemaOf(method)?.safeParse(auth).success ?? false;
  return authMethodsOf(type).find((method) => isTelling(method) && fits(method)) ?? null;
}

const NoAuth = z.strictObject({});

function wouldBeLost(type: SourceType) {
  return invalid(
    `This source is authenticated in a way that type ${type} does not have. Send config.auth to say what becomes of it: null removes it`,
  );
}
