/**
 * What does a destination look like after this input?
 *
 * A pure function: it takes the stored destination, if any, and the caller's input, and returns the whole config
 * and the credentials to seal. It merges the config field by field. A field that does not fit the type is refused
 * when the caller sends it, and dropped when the type changes. Credentials are only ever replaced as a whole.
 */
import { randomBytes } from "node:crypto";
import {
  DEFAULT_AUTH_TYPE,
  DEFAULT_AUTH_TYPE_ALIAS,
  DESTINATION_AUTH,
  type DestinationAuth,
  type DestinationAuthType,
} from "@posthorn/contract/destination-auth";
import type { DestinationConfigInput, DestinationType } from "@posthorn/contract/destinations";
import * as z from "zod/mini";
import type { KeptDestinationConfig } from "../../store/destinations.ts";
import { invalid, parseInput } from "../validation.ts";

export interface StoredDestination {
  type: DestinationType;
  config: KeptDestinationConfig;
  /** Unsealed; empty where the method needs no credentials. */
  auth: Record<string, unknown>;
}

export interface MergedDestination {
  type: DestinationType;
  config: KeptDestinationConfig;
  /** The credentials to seal; null removes them, undefined leaves them as they are. */
  auth: DestinationAuth["auth"] | null | undefined;
}

export interface DestinationConfigChange {
  type?: DestinationType | undefined;
  config?: DestinationConfigInput | null | undefined;
}

type Field = keyof DestinationConfigInput;
const EVERYWHERE = [
  "http_method",
  "path_forwarding_disabled",
  "delivery_timeout",
  "auth_type",
  "auth",
] as const;
const RATES = ["rate_limit", "rate_limit_period", "delivery_groups"] as const;
const FIELDS: Record<DestinationType, ReadonlySet<Field>> = {
  HTTP: new Set<Field>([...EVERYWHERE, "url", ...RATES]),
  CLI: new Set<Field>([...EVERYWHERE, "path"]),
  MOCK_API: new Set<Field>([...EVERYWHERE, ...RATES]),
};
const REQUIRED: Partial<Record<DestinationType, "url" | "path">> = { HTTP: "url", CLI: "path" };

/** `path` is the position of the destination in the caller's input: empty, or `destination.`. */
export function mergedDestination(
  before: StoredDestination | null,
  { type = before?.type ?? "HTTP", config }: DestinationConfigChange,
  path: string,
): MergedDestination {
  const input = config ?? {};
  const fits = FIELDS[type];
  for (const [field, value] of Object.entries(input)) {
    // Null says that the field is absent, which is true.
    if (value != null && !fits.has(field as Field)) throw invalid(`${path}config.${field} is not allowed`); // the contract lets no other keys through
  }
  const { auth_type, auth } = mergedAuth(before, input, path);
  const kept = before?.config;
  const merged: KeptDestinationConfig = {
    http_method: input.http_method !== undefined ? input.http_method : (kept?.http_method ?? null),
    path_forwarding_disabled: input.path_forwarding_disabled ?? kept?.path_forwarding_disabled ?? false,
    auth_type,
  };
  const delivery_timeout =
    input.delivery_timeout !== undefined ? input.delivery_timeout : kept?.delivery_timeout;
  if (delivery_timeout != null) merged.delivery_timeout = delivery_timeout;
  const required = REQUIRED[type];
  if (required) {
    const value = input[required] ?? kept?.[required];
    if (value == null) throw invalid(`${path}config.${required} is required`);
    merged[required] = value;
  }
  if (fits.has("rate_limit")) {
    merged.rate_limit = input.rate_limit !== undefined ? input.rate_limit : (kept?.rate_limit ?? null);
    merged.rate_limit_period =
      input.rate_limit_period === null
        ? "second"
        : (input.rate_limit_period ?? kept?.rate_limit_period ?? "second");
    const delivery_groups =
      input.delivery_groups !== undefined ? input.delivery_groups : kept?.delivery_groups;
    if (delivery_groups) merged.delivery_groups = delivery_groups;
  }
  return { type, config: merged, auth };
}

function mergedAuth(
  before: StoredDestination | null,
  { auth_type: asked, auth }: DestinationConfigInput,
  path: string,
): { auth_type: DestinationAuthType; auth: MergedDestination["auth"] } {
  const auth_before = before?.config.auth_type ?? DEFAULT_AUTH_TYPE;
  const auth_type = asked === undefined ? auth_before : canonical(asked);
  const isSame = auth_type === auth_before;
  if (auth_type === DEFAULT_AUTH_TYPE) {
    if (auth) fittingAuth(auth_type, auth, path);
    return { auth_type, auth: isSame ? undefined : null };
  }
  // Replies show credentials as an empty object, so a caller that writes back what it read keeps them.
  const isUnchanged = before !== null && isSame && auth !== null && Object.keys(auth ?? {}).length === 0;
  if (isUnchanged) return { auth_type, auth: undefined };
  if (auth == null) throw invalid(`${path}config.auth is required`);
  const fitting = fittingAuth(auth_type, auth, path);
  if (fitting.auth_type !== "CUSTOM_SIGNATURE" || fitting.auth.signing_secret) return fitting;
  // An empty secret asks us to create one; changing the header's name keeps the existing secret.
  const secret = isSame ? before?.auth["signing_secret"] : undefined;
  const signing_secret = typeof secret === "string" ? secret : randomBytes(32).toString("base64url");
  return { auth_type, auth: { ...fitting.auth, signing_secret } };
}

function canonical(asked: NonNullable<DestinationConfigInput["auth_type"]> | null): DestinationAuthType {
  return asked === null || asked === DEFAULT_AUTH_TYPE_ALIAS ? DEFAULT_AUTH_TYPE : asked;
}

/** Errors name the whole path of the field: `config.auth.username is required`. */
function fittingAuth(auth_type: DestinationAuthType, auth: unknown, path: string): DestinationAuth {
  const schema = z.object({ config: z.object({ auth: DESTINATION_AUTH[auth_type] }) });
  const input = { config: { auth } };
  const parsed =
    path === ""
      ? parseInput(schema, input, "body")
      : parseInput(z.object({ destination: schema }), { destination: input }, "body").destination;
  // The cast is safe: the schema is the one of this method.
  return { auth_type, auth: parsed.config.auth } as DestinationAuth;
}
