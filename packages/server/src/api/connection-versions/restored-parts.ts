/**
 * What does each part of a connection become when a version is restored?
 *
 * Pure. From a part as it was and as it is now it derives the update that a form would send: only such an update is written,
 * so it is checked like any other. What the log does not keep stays as it is now: authentication, and the query of an address.
 * A query never goes to another host than the one that it was written for.
 */
import { isDeepStrictEqual } from "node:util";
import { updateConnection } from "@posthorn/contract/connections";
import type { KeptAsNow, KeptPart, VersionPart, VersionState } from "@posthorn/contract/connection-versions";
import { updateDestination } from "@posthorn/contract/destinations";
import type { Endpoint } from "@posthorn/contract/endpoint";
import { updateSource } from "@posthorn/contract/sources";
import * as z from "zod/mini";
import type { KeptDestinationConfig } from "../../store/destinations.ts";
import { ApiError } from "../api-error.ts";
import { parseInput } from "../validation.ts";

/** Of the endpoint by which a form saves the part. */
export interface PartUpdates {
  connection: z.output<typeof updateConnection.body>;
  source: z.output<typeof updateSource.body>;
  destination: z.output<typeof updateDestination.body>;
}

export interface RestoredPart<Part extends VersionPart = VersionPart> {
  part: Part;
  /** Null: the part is as it was then. */
  update: NonNullable<PartUpdates[Part]> | null;
  after: KeptPart;
  kept: KeptAsNow[];
  obstacle: string | null;
}

export interface Restored {
  connection: RestoredPart<"connection">;
  source: RestoredPart<"source">;
  destination: RestoredPart<"destination">;
}

/** Rules name transformations by their public ids. `address` is that of the destination now, with its query. */
export function restoredParts(
  then: VersionState,
  now: VersionState,
  address: Pick<KeptDestinationConfig, "path" | "url">,
): Restored {
  return {
    connection: restoredConnection(then.connection, now.connection),
    source: restoredSource(then.source, now.source),
    destination: restoredDestination(then.destination, now.destination, address),
  };
}

const named = ({ name, description }: KeptPart) => ({ name: name ?? null, description: description ?? null });

const connectionInput = (kept: KeptPart) => ({ ...named(kept), rules: kept["rules"] ?? [] });

function restoredConnection(then: KeptPart, now: KeptPart): RestoredPart<"connection"> {
  const changed = fieldsThatDiffer(connectionInput(then), connectionInput(now));
  return { part: "connection", after: then, kept: [], ...checked(updateConnection, changed) };
}

function sourceInput(kept: KeptPart): Record<string, unknown> {
  const { allowed_http_methods, custom_response = null, redaction = null } = configOf(kept);
  const config =
    kept["type"] === "MANAGED" ? { redaction } : { allowed_http_methods, custom_response, redaction };
  // The API takes a config only with its type.
  return { ...named(kept), settings: { type: kept["type"], config } };
}

function restoredSource(then: KeptPart, now: KeptPart): RestoredPart<"source"> {
  const { settings, ...names } = fieldsThatDiffer(sourceInput(then), sourceInput(now));
  const part = {
    part: "source",
    after: withAuthOf(now, then),
    kept: keptAuth(then, now),
  } as const;
  const isProven = [then, now].some((kept) => kept["auth"] !== undefined || kept["type"] === "MANAGED");
  if (then["type"] !== now["type"] && isProven)
    return { ...part, update: null, obstacle: OTHER_TYPE(String(then["type"])) };
  const change: object = typeof settings === "object" && settings !== null ? settings : {};
  return { ...part, ...checked(updateSource, { ...names, ...change }) };
}

const OTHER_TYPE = (type: string) =>
  `The source was of type ${type} then, and its authentication is not kept. Choose the type and enter its authentication in the settings of the source, then restore.`;

const ADDRESSES = ["url", "path"] as const;

function restoredDestination(
  then: KeptPart,
  now: KeptPart,
  address: Pick<KeptDestinationConfig, "path" | "url">,
): RestoredPart<"destination"> {
  const kept = new Set(keptAuth(then, now));
  const asked: Record<string, unknown> = {};
  const shown: Record<string, unknown> = {};
  for (const name of ADDRESSES) {
    const was = configOf(then)[name];
    if (typeof was !== "string") continue;
    const restored = withQueryOfNow(was, address[name]);
    if (restored.kept) kept.add(restored.kept);
    asked[name] = restored.address;
    shown[name] = restored.address.replace(QUERY, MASKED_QUERY);
  }
  const after = withAuthOf(now, { ...then, config: { ...configOf(then), ...shown } });
  const changed = fieldsThatDiffer(destinationInput(then, asked), destinationInput(now, { ...address }));
  return { part: "destination", after, kept: [...kept], ...checked(updateDestination, changed) };
}

function destinationInput(kept: KeptPart, { url, path }: Record<string, unknown>): Record<string, unknown> {
  const config = configOf(kept);
  const isCli = kept["type"] === "CLI";
  const rates = ["rate_limit", "rate_limit_period", "delivery_groups"];
  const names = ["http_method", "path_forwarding_disabled", "delivery_timeout", ...(isCli ? [] : rates)];
  return {
    ...named(kept),
    type: kept["type"],
    config: {
      ...(url !== undefined && { url }),
      ...(path !== undefined && { path }),
      ...Object.fromEntries(names.map((name) => [name, config[name] ?? null])),
    },
  };
}

const QUERY = /[?#].*$/s;
/** As the log writes it. */
const MASKED_QUERY = "?…";

function withQueryOfNow(was: string, now: string | undefined): { address: string; kept: KeptAsNow | null } {
  if (!was.endsWith(MASKED_QUERY)) return { address: was, kept: null };
  const bare = was.slice(0, -MASKED_QUERY.length);
  const query = QUERY.exec(now ?? "")?.[0];
  if (now === undefined || query === undefined || originOf(bare) !== originOf(now))
    return { address: bare, kept: "no_query" };
  return { address: bare + query, kept: "query" };
}

/** A path has none: it stays on a developer's machine. */
function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}

function configOf(kept: KeptPart): Record<string, unknown> {
  const { config } = kept;
  return typeof config === "object" && config !== null ? { ...config } : {};
}

const OF_AUTH = ["auth", "integration_id"] as const;

function keptAuth(then: KeptPart, now: KeptPart): KeptAsNow[] {
  const has = [then, now].some((kept) => kept["auth"] !== undefined);
  const isOther = (configOf(then)["auth_type"] ?? null) !== (configOf(now)["auth_type"] ?? null);
  return has || isOther ? ["authentication"] : [];
}

/** The method of authentication belongs to its secrets. */
function withAuthOf(now: KeptPart, part: KeptPart): KeptPart {
  const { auth_type } = configOf(now);
  const { auth_type: _then, ...config } = configOf(part);
  const own = Object.entries(part).filter(([name]) => !OF_AUTH.some((of) => of === name));
  const ofNow = OF_AUTH.flatMap((name) => (now[name] === undefined ? [] : [[name, now[name]] as const]));
  return {
    ...Object.fromEntries([...own, ...ofNow]),
    config: auth_type === undefined ? config : { ...config, auth_type },
  };
}

/** A field that does not differ is not sent, so it cannot be refused. */
function fieldsThatDiffer(
  then: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(then).filter(([name, value]) => !isDeepStrictEqual(value, now[name])),
  );
}

function checked<E extends Endpoint>(
  endpoint: E,
  input: Readonly<Record<string, unknown>>,
): { update: NonNullable<z.output<E["body"]>> | null; obstacle: string | null } {
  if (Object.keys(input).length === 0) return { update: null, obstacle: null };
  try {
    // Safe: the endpoint's own schema.
    const update = parseInput(endpoint.body, input, "body") as NonNullable<z.output<E["body"]>>;
    return { update, obstacle: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { update: null, obstacle: NOT_VALID(error.message) };
  }
}

const NOT_VALID = (complaint: string) =>
  `This part of the version is not valid any more: ${complaint}. Set it by hand in the settings.`;
