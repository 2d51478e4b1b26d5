/**
 * How is each endpoint called, and where in the call can an id be?
 *
 * The places are read from the contract: parameters of the path, and every field of query and body whose name looks
 * like an id. An endpoint that needs more than ids has an example here. A new endpoint without an example, or a new
 * name of an id, makes tests fail until it is added here.
 */
import type { BulkType } from "@posthorn/contract/causes";
import type { Endpoint } from "@posthorn/contract/endpoint";
import * as z from "zod/mini";
import { queryString } from "../pipeline/route/query-string.ts";
import type { TenantIds } from "./given-tenant.ts";

type IdName = keyof TenantIds;

export interface Slot {
  part: "path" | "query" | "body";
  /** Names from the outside in; `[]` is any element of a list. */
  at: readonly string[];
  id: IdName;
}

export interface ExampleCall {
  url: string;
  body: unknown;
}

export function endpointName({ method, path }: Pick<Endpoint, "method" | "path">): string {
  return `${method} ${path}`;
}

/** What a bare `id` means below these paths; the first match counts. */
const RESOURCES: readonly (readonly [start: string, id: IdName])[] = [
  ["/sources", "source"],
  ["/destinations", "destination"],
  ["/connections", "connection"],
  ["/transformations", "transformation"],
  ["/requests/{id}/events", "event"],
  ["/requests/{id}/ignored_events", "ignored_event"],
  ["/requests", "request"],
  ["/histograms/requests", "request"],
  ["/histograms/events", "event"],
  ["/events", "event"],
  ["/attempts", "attempt"],
  ["/bookmarks", "bookmark"],
  ["/api-keys", "api_key"],
  ["/cli-keys", "cli_key"],
  ["/integrations", "integration"],
  ["/team-integrations", "team_integration"],
  ["/places", "execution"],
  ["/saved-views", "saved_view"],
  ["/issue-triggers", "issue_trigger"],
  ["/issues", "issue"],
  ["/markers", "marker"],
  ["/teams/current/custom_domains", "custom_domain"],
  ["/projects", "project"],
  ["/erasures", "erasure"],
  ["/project-members", "project_member"],
  ["/organizations/{organization_id}/members", "member"],
  ["/organizations/{organization_id}/invitations", "invitation"],
  ["/organizations/{organization_id}/invoices", "invoice"],
  ["/organizations/{organization_id}/audit-entries", "audit_entry"],
  ["/organizations/{organization_id}/audit-log", "audit_entry"],
  ["/organizations/{organization_id}/sso/domains", "sso_domain"],
  ["/organizations/{organization_id}/directory/groups", "directory_group"],
  ["/organizations/{organization_id}/directory/tokens", "directory_token"],
  ["/cli", "cli_client"],
  ["/bulk-operations", "events.retry"],
  ["/bulk/events/retry", "events.retry"],
  ["/bulk/events/cancel", "events.cancel"],
  ["/bulk/ignored-events/retry", "ignored_events.retry"],
  ["/bulk/requests/retry", "requests.retry"],
  ["/bulk/requests/replay", "requests.replay"],
];

/** What the query of a bulk operation chooses from, by its type. */
const CHOSEN_FROM: Partial<Record<IdName, IdName>> = {
  "events.retry": "event",
  "events.cancel": "pending_event",
  "requests.retry": "rejected_request",
  "requests.replay": "request",
} satisfies Partial<Record<BulkType, IdName>>;

const NAMED: Readonly<Record<string, IdName>> = {
  source_id: "source",
  webhook_source_id: "source",
  destination_id: "destination",
  webhook_id: "connection",
  webhook_ids: "connection",
  transformation_id: "transformation",
  request_id: "request",
  event_id: "event",
  event_data_id: "event_data",
  execution_id: "execution",
  issue_id: "issue",
  issue_ids: "issue",
  issue_trigger_id: "issue_trigger",
  cli_id: "cli_client",
  cli_user_id: "cli_user",
  organization_id: "organization",
  member_id: "member",
  concerns: "connection",
  domain_id: "custom_domain",
  user_id: "cli_user",
  api_key_id: "api_key",
  project_id: "project",
  subject_id: "source",
  version_id: "version",
};

const IS_ID = /^(?:id|concerns|\w+_ids?|next|prev)$/;
/** Names that another company gives: no tenant of ours has one. */
const IS_ELSEWHERE = /^(?:setup_id|client_id)$/;

function resourceOf(path: string): IdName {
  const found = RESOURCES.find(([start]) => path === start || path.startsWith(`${start}/`));
  if (!found) throw new Error(`Which id does ${path} speak of? Say so in example-calls.ts.`);
  return found[1];
}

function listsRequests(path: string): boolean {
  return (
    /^(?:\/metrics|\/histograms)?\/requests(?:\/count)?$/.test(path) || path.startsWith("/bulk/requests/")
  );
}

/** What a transformation does, and what it lets through no more. */
function isOfCode(path: string): boolean {
  return /\/(?:executions|ignored-events|metrics\/transformations)\b/.test(path);
}

function idOf(path: string, part: Slot["part"], at: readonly string[]): IdName {
  const name = at.findLast((step) => step !== "[]") ?? "";
  if (name === "issue_id" && isOfCode(path)) return "transformation_issue";
  const named = NAMED[name];
  if (named) return named;
  if (/^bulk_retry_ids?$/.test(name)) return listsRequests(path) ? "requests.retry" : "events.retry";
  if (!["id", "next", "prev"].includes(name))
    throw new Error(`Which id is ${at.join(".")} of ${path}? Say so in example-calls.ts.`);
  // A parameter is an id of the resource that its path begins with; a filter, of the resource that its list shows.
  if (part === "path") return resourceOf(path.slice(0, path.indexOf(`/{${name}}`)));
  const resource = resourceOf(path);
  return at.length > 1 && at[0] === "query" ? (CHOSEN_FROM[resource] ?? resource) : resource;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Every field that the schema allows. `seen` ends the recursion of definitions that contain themselves. */
function* fieldsOf(
  schema: JsonSchema,
  root: JsonSchema,
  at: readonly string[] = [],
  seen: readonly JsonSchema[] = [],
): Generator<readonly string[]> {
  if (seen.includes(schema)) return;
  const deeper = [...seen, schema];
  const reference = schema.$ref?.split("/").at(-1);
  const definition = reference === undefined ? undefined : root.$defs?.[reference];
  const same = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? []), definition];
  for (const one of same) if (one) yield* fieldsOf(one, root, at, deeper);
  if (typeof schema.items === "object" && !Array.isArray(schema.items))
    yield* fieldsOf(schema.items, root, [...at, "[]"], deeper);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property !== "object") continue;
    yield [...at, name];
    yield* fieldsOf(property, root, [...at, name], deeper);
  }
}

function fieldsOfInput(schema: z.ZodMiniType): string[][] {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const texts = new Set(Array.from(fieldsOf(json, json), (at) => JSON.stringify(at)));
  return Array.from(texts, (text) => JSON.parse(text) as string[]); // written just above
}

const known = new WeakMap<Endpoint, readonly Slot[]>();

/** Every place in a call of this endpoint where an id can be. */
export function idSlots(endpoint: Endpoint): readonly Slot[] {
  const slots = known.get(endpoint) ?? findSlots(endpoint);
  known.set(endpoint, slots);
  return slots;
}

function findSlots({ path, query, body }: Endpoint): Slot[] {
  const places: [Slot["part"], string[]][] = [
    ...Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]): [Slot["part"], string[]] => ["path", [name]]),
    ...fieldsOfInput(query).map((at): [Slot["part"], string[]] => ["query", at]),
    ...fieldsOfInput(body).map((at): [Slot["part"], string[]] => ["body", at]),
  ];
  return places
    .filter(([, at]) => IS_ID.test(at.at(-1) ?? "") && !IS_ELSEWHERE.test(at.at(-1) ?? ""))
    .map(([part, at]) => ({ part, at, id: idOf(path, part, at) }));
}

interface Example {
  query?: Record<string, unknown>;
  body?: unknown;
}

const TRANSFORMING = (ids: TenantIds) => ({
  rules: [{ type: "transform", transformation_id: ids.transformation }],
});
const CONNECTING = (ids: TenantIds): Example => ({
  body: {
    name: "another",
    source_id: ids.source,
    destination_id: ids.destination,
    ...TRANSFORMING(ids),
  },
});
/** The first words that this version of the endpoint takes. */
const DESTINATION = (_ids: TenantIds, { body }: Endpoint): Example => ({
  body: [
    { name: "another", type: "MOCK_API" },
    { name: "another", url: "http://x.test" },
  ].find((words) => z.safeParse(body, words).success),
});
/** Around the present, where tenants have their data. */
const RANGE = () => [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
/** Before everything: nothing has been edited since. */
const SEEN = "2000-01-01T00:00:00.000Z";
const METRICS = (measure: string, filters?: object) => (): Example => {
  const [start, end] = RANGE();
  return { query: { date_range: { start, end }, measures: [measure], ...(filters && { filters }) } };
};
const HISTOGRAM = (): Example => {
  const [min, max] = RANGE();
  return { query: { date: { min, max } } };
};
const BULK = (ids: TenantIds): Example => ({ body: { query: { webhook_id: ids.connection } } });

const TRIGGER = (): Example => ({
  body: { name: "another", type: "delivery", configs: { connections: "*" }, channels: { email: {} } },
});

/** A host name is given only once in an installation, and both paths lead to the same endpoint. */
const ANOTHER_DOMAIN = (ids: TenantIds, { path }: Endpoint): Example => {
  const [, place] = path.split("/");
  return { body: { hostname: `${place}.${ids.custom_domain.replace("_", "-")}.example` } };
};

/** What a call must have beside ids to be accepted. Endpoints that need nothing more are not here. */
const EXAMPLES: Readonly<Record<string, (ids: TenantIds, endpoint: Endpoint) => Example>> = {
  "POST /sources": () => ({ body: { name: "another" } }),
  "POST /integrations": () => ({
    body: { provider: "API_KEY", configs: { header_key: "x-key", api_key: "another" } },
  }),
  "PUT /notifications/webhooks": (ids) => ({
    body: { enabled: true, topics: ["event.successful"], source_id: ids.source },
  }),
  "POST /team-integrations": () => ({ body: { provider: "prometheus" } }),
  "POST /notifications/test": () => ({ body: { channels: { email: {} } } }),
  "GET /saved-views": () => ({ query: { resource: "events" } }),
  "POST /saved-views": () => ({
    body: { resource: "events", name: "another", filters: { status: ["FAILED"] } },
  }),
  "PUT /onboarding-progress": (ids) => ({
    body: { source_id: ids.source, destination_id: ids.destination, webhook_id: ids.connection },
  }),
  "PUT /saved-views/{id}": () => ({ body: { name: "another" } }),
  "PUT /sources": () => ({ body: { name: "another" } }),
  "POST /destinations": DESTINATION,
  "PUT /destinations": DESTINATION,
  "POST /connections": CONNECTING,
  "PUT /connections": CONNECTING,
  "PUT /connections/{id}": (ids) => ({ body: TRANSFORMING(ids) }),
  "POST /transformations": () => ({ body: { name: "another", code: "1" } }),
  "PUT /transformations": () => ({ body: { name: "another", code: "1" } }),
  "PUT /transformations/run": (ids) => ({
    body: { transformation_id: ids.transformation, event_id: ids.event, webhook_id: ids.connection },
  }),
  "POST /connections/{id}/versions/{version_id}/restore": () => ({
    body: { parts: ["connection"], seen: { connection: SEEN, source: SEEN, destination: SEEN } },
  }),
  "POST /requests/{id}/retry": (ids) => ({ body: { webhook_ids: [ids.connection] } }),
  "POST /cli-sessions": (ids) => ({ body: { webhook_ids: [ids.connection] } }),
  "POST /bookmarks": (ids) => ({
    body: { event_data_id: ids.event_data, webhook_id: ids.connection, label: "another" },
  }),
  "PUT /bookmarks/{id}": (ids) => ({ body: { event_data_id: ids.event_data, webhook_id: ids.connection } }),
  "PUT /issues/{id}": () => ({ body: { status: "ACKNOWLEDGED" } }),
  "PATCH /issues/{id}": () => ({ body: { status: "ACKNOWLEDGED" } }),
  "POST /markers": () => ({ body: { title: "another" } }),
  "POST /issue-triggers": TRIGGER,
  "PUT /issue-triggers": TRIGGER,
  "POST /issue-triggers/attach-channels": () => ({ body: { channels: { email: {} } } }),
  "POST /bulk/events/retry": BULK,
  "POST /bulk/events/cancel": BULK,
  "POST /bulk/ignored-events/retry": BULK,
  "POST /bulk/requests/retry": (ids) => ({ body: { query: { source_id: ids.source } } }),
  "POST /bulk/requests/replay": (ids) => ({
    body: { query: { source_id: ids.source, target: { source_id: ids.source } } },
  }),
  "POST /teams/current/custom_domains": ANOTHER_DOMAIN,
  "POST /projects/{id}/custom_domains": ANOTHER_DOMAIN,
  "PUT /cli/{id}": () => ({ body: { device_name: "another" } }),
  "POST /projects": () => ({ body: { name: "another" } }),
  "PUT /projects/{id}": () => ({ body: { name: "another" } }),
  "POST /project-members": (ids) => ({ body: { members: [{ member_id: ids.member, role: "viewer" }] } }),
  "PUT /project-members/{id}": () => ({ body: { role: "viewer" } }),
  "POST /project-transfer": (ids) => ({ body: { organization_id: ids.organization } }),
  "POST /organizations": () => ({ body: { name: "another" } }),
  "PUT /organizations/{organization_id}": () => ({ body: { name: "another" } }),
  "DELETE /organizations/{organization_id}": () => ({ body: { name: "not its name" } }),
  "PUT /organizations/{organization_id}/sso": () => ({
    body: {
      issuer: "http://127.0.0.1:1",
      client_id: "posthorn",
      client_secret: "secret",
      default_role: "viewer",
    },
  }),
  "PUT /organizations/{organization_id}/sso/saml": () => ({
    body: {
      issuer: "https://idp.example",
      sign_in_url: "https://idp.example/sign-in",
      certificates: ["none"],
      default_role: "viewer",
    },
  }),
  "PUT /organizations/{organization_id}/sso/mode": () => ({ body: { mode: "off" } }),
  "POST /organizations/{organization_id}/sso/domains": () => ({ body: { domain: "another.example" } }),
  "POST /organizations/{organization_id}/directory": () => ({ body: { default_role: "viewer" } }),
  "PUT /organizations/{organization_id}/directory": () => ({ body: { default_role: null } }),
  "PUT /organizations/{organization_id}/directory/groups/{id}": () => ({ body: { role: "viewer" } }),
  "PUT /organizations/{organization_id}/members/{id}": () => ({ body: { role: "viewer" } }),
  "POST /organizations/{organization_id}/invitations": () => ({
    body: { invitations: [{ email: "another@example.com", role: "viewer" }] },
  }),
  "PUT /organizations/{organization_id}/audit-push": (ids) => ({
    body: { type: "source", source_id: ids.source },
  }),
  "PUT /organizations/{organization_id}/audit-push/pause": () => ({ body: { is_paused: true } }),
  "GET /organizations/{organization_id}/audit-log": () => ({ query: { format: "csv" } }),
  "GET /invitation": () => ({ query: { key: "another" } }),
  "POST /invitation": () => ({ body: { key: "another" } }),
  "GET /cli-login": () => ({ query: { key: "another" } }),
  "POST /cli-login": () => ({ body: { key: "another" } }),
  "PUT /cli-login/refuse": () => ({ body: { key: "another" } }),
  "PUT /api-keys/{id}": () => ({ body: { rate_limit: 60 } }),
  "POST /api-keys": () => ({ body: { name: "another", role: "viewer" } }),
  "POST /secrets/api-key/roll": () => ({ body: { delay_sec: 3_600 } }),
  "POST /secrets/signing-secret/roll": () => ({ body: { delay_sec: 0 } }),
  "PUT /throughput": () => ({ body: { throughput: 50 } }),
  "PUT /quotas": () => ({ body: { max_events_per_second: 50 } }),
  "POST /erasures": () => ({ body: { identifier: "jane@example.com" } }),
  "POST /product-events": () => ({
    body: { name: "Completed Guided Connection Step", properties: { step: "source" } },
  }),
  "POST /filter-completion": () => ({ body: { prompt: "only paid orders", filter: {} } }),
  "POST /rules-trial": (ids) => ({
    body: { source_id: ids.source, webhook_id: ids.connection, ...TRANSFORMING(ids) },
  }),
  "POST /sources/{id}/redaction-trial": () => ({ body: { redaction: ["body.email"] } }),
  "POST /examples/sign": () => ({
    body: {
      type: "STRIPE",
      auth: { webhook_secret_key: "whsec_example" },
      url: "http://localhost:3000/hooks",
    },
  }),
  "POST /filter-test": () => ({ body: { input: {}, filter: {} } }),
  "GET /metrics/requests": METRICS("count"),
  "GET /metrics/events": METRICS("count"),
  "GET /metrics/attempts": METRICS("count"),
  "GET /metrics/events-by-issue": (ids) => METRICS("count", { issue_id: ids.issue })(),
  "GET /metrics/queue-depth": METRICS("max_depth"),
  "GET /metrics/transformations": METRICS("count"),
  "GET /metrics/events-pending-timeseries": METRICS("count"),
  "GET /histograms/requests": HISTOGRAM,
  "GET /histograms/events": HISTOGRAM,
  "GET /histograms/executions": HISTOGRAM,
  "GET /histograms/ignored-events": HISTOGRAM,
  "GET /open-issues": (ids) => ({ query: { concerns: ids.connection } }),
  "GET /name-is-used": (ids) => ({ query: { kind: "connection", name: "orders", source_id: ids.source } }),
};

/** A copy with another value at this place, which is created if it is missing. */
function withValueAt(target: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (step === "[]") return [withValueAt(Array.isArray(target) ? target[0] : undefined, rest, value)];
  const fields = typeof target === "object" && target !== null ? target : {};
  // An own field, or undefined.
  const inner = Object.hasOwn(fields, step) ? (fields as Record<string, unknown>)[step] : undefined;
  return { ...fields, [step]: withValueAt(inner, rest, value) };
}

/** The call with the ids of `own`, except at the places that `from` names: they have the ids of `others`. */
export function exampleCall(
  endpoint: Endpoint,
  own: TenantIds,
  { slots, others }: { slots: readonly Slot[]; others: TenantIds } = { slots: [], others: own },
): ExampleCall {
  const example = EXAMPLES[endpointName(endpoint)]?.(own, endpoint) ?? {};
  let query: unknown = example.query ?? {};
  let body: unknown = example.body ?? (["GET", "DELETE"].includes(endpoint.method) ? undefined : {});
  const params: Record<string, string> = {};
  for (const slot of idSlots(endpoint)) if (slot.part === "path") params[slot.at[0] ?? ""] = own[slot.id];
  for (const { part, at, id } of slots) {
    const value = others[id];
    if (part === "path") params[at[0] ?? ""] = value;
    else if (part === "query") query = withValueAt(query, at, value);
    else body = withValueAt(body, at, at.at(-1)?.endsWith("_ids") ? [value] : value);
  }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  // Only objects are put there above.
  const text = queryString(query as Record<string, unknown>);
  return { url: text === "" ? path : `${path}?${text}`, body };
}
