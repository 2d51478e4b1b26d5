/**
 * Which source or destination does an entry of the file ask for?
 *
 * Pure. What the entry leaves out has its default. Fields that do not fit the type are refused here, because the API would
 * refuse them only when some of the plan is done.
 */
import {
  DEFAULT_AUTH_TYPE,
  DEFAULT_AUTH_TYPE_ALIAS,
  DESTINATION_AUTH,
} from "@posthorn/contract/destination-auth";
import { type AuthSchema, authSchemaOf, canName } from "@posthorn/contract/source-auth";
import { NAMED_AUTH } from "@posthorn/contract/source-types";
import * as z from "zod/mini";
import { type Destination, KEPT, type Source, withoutNulls } from "./configuration.ts";
import type { DestinationEntry, SourceEntry } from "./entries.ts";
import { normalMethods } from "./normal.ts";
import { NO_TEXT, type Problem, problemsOf } from "./problems.ts";

/** A source of these types learns its secret from its sender (catalogue/challenged-body-hmac.ts), a managed one is given one. */
export const AUTH_OF_ITS_OWN: ReadonlySet<string> = new Set(["MANAGED", "ASANA", "CLIO"]);

const RATES = ["rate_limit", "rate_limit_period", "delivery_groups"] as const;
/** Beside the settings that all types have. */
const SETTINGS_OF: Readonly<Record<Destination["type"], readonly string[]>> = {
  HTTP: ["url", ...RATES],
  CLI: ["path"],
  MOCK_API: RATES,
};
const REQUIRED: Readonly<Partial<Record<Destination["type"], "url" | "path">>> = { HTTP: "url", CLI: "path" };

type Wrong = (path: readonly PropertyKey[], text: string) => void;

export function wantedSource(
  { type = "WEBHOOK", description = null, disabled = false, config = {} }: SourceEntry,
  wrong: Wrong,
): Source {
  if (type === "MANAGED")
    for (const field of ["allowed_http_methods", "custom_response"] as const)
      if (config[field] != null) wrong(["config", field], "is not a setting of type MANAGED");
  return {
    type,
    description,
    disabled,
    config: {
      allowed_http_methods: type === "MANAGED" ? null : normalMethods(config.allowed_http_methods),
      custom_response: config.custom_response ?? null,
      redaction: [...new Set(config.redaction)],
      ...wantedSourceAuth(type, config, wrong),
    },
  };
}

function wantedSourceAuth(
  type: Source["type"],
  { auth = null, auth_type = null }: NonNullable<SourceEntry["config"]>,
  wrong: Wrong,
): Pick<Source["config"], "auth_type" | "auth"> {
  if (auth === null) {
    if (auth_type !== null) wrong(["config", "auth"], "is required beside auth_type");
    return { auth_type: null, auth: AUTH_OF_ITS_OWN.has(type) ? KEPT : null };
  }
  const method = auth_type ?? (authSchemaOf(type) ? type : null);
  if (method === null) {
    if (NAMED_AUTH[type]) wrong(["config", "auth_type"], "is required beside auth");
    else wrong(["config", "auth"], `cannot be: Posthorn does not verify requests of type ${type}`);
    return { auth_type, auth };
  }
  const schema = method === type || canName(type, method) ? authSchemaOf(method) : null;
  if (schema === null) wrong(["config", "auth_type"], `cannot be ${method} for type ${type}`);
  else for (const { path, text } of authProblems(schema, auth)) wrong(["config", "auth", ...path], text);
  return { auth_type: method === type ? null : method, auth: withoutNulls(auth) };
}

function authProblems(schema: AuthSchema, auth: unknown): Problem[] {
  const parsed = z.safeParse(schema, auth, { error: () => NO_TEXT });
  if (parsed.success) return [];
  return problemsOf(parsed.error.issues, { content: auth, fieldsAt: () => Object.keys(schema.shape) });
}

export function wantedDestination(
  { type = "HTTP", description = null, disabled = false, config = {} }: DestinationEntry,
  wrong: Wrong,
): Destination {
  for (const other of new Set(Object.values(SETTINGS_OF).flat()))
    if (Reflect.get(config, other) != null && !SETTINGS_OF[type].includes(other))
      wrong(["config", other], `is not a setting of type ${type}`);
  const required = REQUIRED[type];
  if (required && config[required] == null) wrong(["config", required], `is required for type ${type}`);
  const asked = config.auth_type ?? DEFAULT_AUTH_TYPE;
  const auth_type = asked === DEFAULT_AUTH_TYPE_ALIAS ? DEFAULT_AUTH_TYPE : asked;
  const auth = config.auth == null ? null : withoutNulls(config.auth);
  if (auth !== null)
    for (const { path, text } of authProblems(DESTINATION_AUTH[auth_type], auth))
      wrong(["config", "auth", ...path], text);
  else if (auth_type !== DEFAULT_AUTH_TYPE) wrong(["config", "auth"], `is required for ${auth_type}`);
  return {
    type,
    description,
    disabled,
    config: {
      url: config.url ?? null,
      path: config.path ?? null,
      http_method: config.http_method ?? null,
      path_forwarding_disabled: config.path_forwarding_disabled ?? false,
      rate_limit: config.rate_limit ?? null,
      rate_limit_period: config.rate_limit == null ? null : (config.rate_limit_period ?? "second"),
      delivery_groups: config.delivery_groups ?? null,
      delivery_timeout: config.delivery_timeout ?? null,
      auth_type,
      auth: auth_type === DEFAULT_AUTH_TYPE ? null : auth,
    },
  };
}
