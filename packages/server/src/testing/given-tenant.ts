/**
 * How does a test get a project that has one of everything?
 *
 * Tests of access need an id of every kind, and ids that were never given out. They write rows straight into the
 * tables, as the pipeline and the API would. The destination is a CLI, because that is the one type that every endpoint
 * accepts.
 */
import { BULK_TYPES, type BulkType } from "@posthorn/contract/causes";
import { attemptId, publicId } from "@posthorn/contract/ids";
import { eventIdBytes, newId, newRequestIdBytes, uuidBytes, uuidText } from "../ids.ts";
import { issueApiKey } from "../store/api-keys.ts";
import type { Queryable } from "../store/database.ts";
import { createSealer } from "../store/seal.ts";
import { MASTER_KEY } from "./given-access.ts";

/** Internal ids. The id of a request is also that of its payload. */
interface Uuids {
  organization: string;
  project: string;
  api_key: string;
  member: string;
  project_member: string;
  invitation: string;
  invoice: string;
  source: string;
  destination: string;
  connection: string;
  transformation: string;
  request: string;
  rejected_request: string;
  event: string;
  pending_event: string;
  execution: string;
  bookmark: string;
  integration: string;
  team_integration: string;
  saved_view: string;
  issue_trigger: string;
  issue: string;
  transformation_issue: string;
  marker: string;
  custom_domain: string;
  erasure: string;
  sso_domain: string;
  directory_group: string;
  directory_token: string;
  cli_client: string;
  cli_key: string;
  cli_user: string;
  audit_entry: string;
  version: string;
  bulk: Record<BulkType, string>;
}

/** The same as public ids. */
export interface TenantIds extends Record<BulkType, string> {
  organization: string;
  project: string;
  api_key: string;
  /** A person of the organization, who was not added to the project. */
  member: string;
  /** Another one, who was. */
  project_member: string;
  invitation: string;
  invoice: string;
  source: string;
  destination: string;
  connection: string;
  transformation: string;
  request: string;
  /** Its source rejected it. The other request has an ignored event, and events too. */
  rejected_request: string;
  event: string;
  /** An attempt of it is still to come; the other event has failed. */
  pending_event: string;
  event_data: string;
  attempt: string;
  ignored_event: string;
  execution: string;
  bookmark: string;
  integration: string;
  team_integration: string;
  saved_view: string;
  issue_trigger: string;
  /** Of deliveries: its event and its attempt are those above. */
  issue: string;
  /** Of the code that failed in the execution above. */
  transformation_issue: string;
  marker: string;
  custom_domain: string;
  erasure: string;
  sso_domain: string;
  /** Of no directory: with one, people could not be invited. */
  directory_group: string;
  directory_token: string;
  cli_client: string;
  /** Made from the API key. */
  cli_key: string;
  /** The person whose client it is. */
  cli_user: string;
  /** That the source was made. */
  audit_entry: string;
  /** A save of the connection. */
  version: string;
}

export interface Tenant {
  team_id: string;
  key: string;
  ids: TenantIds;
  /** Ids of the same kinds and the same time that no tenant has. */
  unknownIds: TenantIds;
}

function publicIds(uuids: Uuids): TenantIds {
  const request = publicId("request", uuids.request);
  const connection = publicId("connection", uuids.connection);
  return {
    organization: publicId("organization", uuids.organization),
    project: publicId("project", uuids.project),
    api_key: publicId("api_key", uuids.api_key),
    member: publicId("member", uuids.member),
    project_member: publicId("project_member", uuids.project_member),
    invitation: publicId("invitation", uuids.invitation),
    invoice: publicId("invoice", uuids.invoice),
    source: publicId("source", uuids.source),
    destination: publicId("destination", uuids.destination),
    connection,
    transformation: publicId("transformation", uuids.transformation),
    request,
    rejected_request: publicId("request", uuids.rejected_request),
    event: publicId("event", uuids.event),
    pending_event: publicId("event", uuids.pending_event),
    event_data: publicId("payload", uuids.request),
    attempt: attemptId(uuids.event, 1),
    ignored_event: `${request}:${connection}`,
    execution: publicId("execution", uuids.execution),
    bookmark: publicId("bookmark", uuids.bookmark),
    integration: publicId("integration", uuids.integration),
    team_integration: publicId("team_integration", uuids.team_integration),
    saved_view: publicId("saved_view", uuids.saved_view),
    issue_trigger: publicId("issue_trigger", uuids.issue_trigger),
    issue: publicId("issue", uuids.issue),
    transformation_issue: publicId("issue", uuids.transformation_issue),
    marker: publicId("marker", uuids.marker),
    custom_domain: publicId("custom_domain", uuids.custom_domain),
    erasure: publicId("erasure", uuids.erasure),
    sso_domain: publicId("sso_domain", uuids.sso_domain),
    directory_group: publicId("directory_group", uuids.directory_group),
    directory_token: publicId("directory_token", uuids.directory_token),
    cli_client: publicId("cli_client", uuids.cli_client),
    cli_key: publicId("cli_key", uuids.cli_key),
    cli_user: uuids.cli_user,
    audit_entry: publicId("audit_entry", uuids.audit_entry),
    version: publicId("audit_entry", uuids.version),
    ...bulkIds((type) => publicId("bulk_operation", uuids.bulk[type])),
  };
}

function bulkIds(idOf: (type: BulkType) => string): Record<BulkType, string> {
  // The list holds every type once.
  return Object.fromEntries(BULK_TYPES.map((type) => [type, idOf(type)])) as Record<BulkType, string>;
}

/** Changes only the random half of the id; its time is in the first half. */
function neverGivenOut(uuid: string): string {
  const bytes = uuidBytes(uuid);
  for (let at = 9; at < 14; at++) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  return uuidText(bytes);
}

function newUuids(organization: string, project: string, api_key: string): Uuids {
  const request = newRequestIdBytes();
  return {
    organization,
    project,
    api_key,
    member: newId(),
    project_member: newId(),
    invitation: newId(),
    invoice: newId(),
    source: newId(),
    destination: newId(),
    connection: newId(),
    transformation: newId(),
    request: uuidText(request),
    rejected_request: uuidText(newRequestIdBytes()),
    event: uuidText(eventIdBytes(request, 1)),
    pending_event: uuidText(eventIdBytes(request, 2)),
    execution: newId(),
    bookmark: newId(),
    integration: newId(),
    team_integration: newId(),
    saved_view: newId(),
    issue_trigger: newId(),
    issue: newId(),
    transformation_issue: newId(),
    marker: newId(),
    custom_domain: newId(),
    erasure: newId(),
    sso_domain: newId(),
    directory_group: newId(),
    directory_token: newId(),
    cli_client: newId(),
    cli_key: newId(),
    cli_user: newId(),
    audit_entry: newId(),
    version: newId(),
    bulk: bulkIds(newId),
  };
}

/** Fills an existing project, which must not have been filled before. */
export async function givenTenant(db: Queryable, team_id: string): Promise<Tenant> {
  const { id: api_key, key } = await issueApiKey(db, { team_id, name: "test", expires_at: null });
  const { rows } = await db.query<{ organization_id: string }>(
    "select organization_id from projects where id = $1",
    [team_id],
  );
  const uuids = newUuids(rows[0]?.organization_id ?? "", team_id, api_key);
  await insertPeople(db, uuids);
  await insertConfiguration(db, uuids);
  await insertTraffic(db, uuids);
  await insertBulkOperations(db, uuids);
  const { bulk, ...single } = uuids;
  const unknown = Object.fromEntries(Object.entries(single).map(([name, id]) => [name, neverGivenOut(id)]));
  return {
    team_id,
    key,
    ids: publicIds(uuids),
    unknownIds: publicIds({
      // The same names, each with another id.
      ...(unknown as Omit<Uuids, "bulk">),
      bulk: bulkIds((type) => neverGivenOut(bulk[type])),
    }),
  };
}

/** Two people of the organization, one of them added to the project, and one who was invited. */
async function insertPeople(db: Queryable, uuids: Uuids): Promise<void> {
  const { organization, project } = uuids;
  await db.query(
    "insert into organizations (id, name, slug) values ($1, 'Organization', $2) on conflict (id) do nothing",
    [organization, organization],
  );
  const added = newId();
  for (const member of [uuids.member, added]) {
    const user = newId();
    await db.query("insert into users (id, name, email, email_verified) values ($1, 'Grace', $2, true)", [
      user,
      `${user}@example.com`,
    ]);
    await db.query("insert into members (id, organization_id, user_id, role) values ($1, $2, $3, 'member')", [
      member,
      organization,
      user,
    ]);
  }
  await db.query("insert into project_members (id, team_id, member_id, role) values ($1, $2, $3, 'viewer')", [
    uuids.project_member,
    project,
    added,
  ]);
  await db.query(
    `insert into invitations (id, organization_id, inviter_id, email, role, token_hash, expires_at)
     select $1, $2, user_id, $3, 'viewer', $4, now() + interval '7 days' from members where id = $5`,
    [uuids.invitation, organization, `${uuids.invitation}@example.com`, Buffer.from(uuids.invitation), added],
  );
  await db.query(
    "insert into sso_domains (id, organization_id, domain, txt_value) values ($1, $2, $3, 'given')",
    [uuids.sso_domain, organization, `${uuids.sso_domain}.example`],
  );
  await db.query(
    `insert into invoices (id, number, organization_id, organization_name, billing_email, issue_date, period_start,
       period_end, lines, amount_due, seller, payment)
     select $1, $2, $3, 'Engines', 'billing@example.com', now(), day, day + 30, $4, 3900, 'Posthorn Ltd', 'IBAN'
     from (select date '2000-01-01' + count(*)::integer as day from invoices) as next_period`,
    [
      uuids.invoice,
      uuids.invoice,
      organization,
      JSON.stringify([{ name: "Team plan", explanation: "fixed price", amount: 3900 }]),
    ],
  );
}

async function insertConfiguration(db: Queryable, uuids: Uuids): Promise<void> {
  const { project, source, destination, connection, transformation } = uuids;
  await db.query(
    `insert into audit_entries (id, organization_id, team_id, subject_type, subject_id, subject_name, action, fields,
       caller_kind, api_key_id)
     values ($1, $2, $3, 'source', $4, 'shop', 'created', '[]', 'api_key', $5)`,
    [uuids.audit_entry, uuids.organization, project, source, uuids.api_key],
  );
  await db.query(
    `insert into sources (id, team_id, name, type, config)
     values ($1, $2, 'shop', 'WEBHOOK', '{"allowed_http_methods":["POST"]}')`,
    [source, project],
  );
  await db.query(
    `insert into audit_pushes (organization_id, source_id) values ($1, $2)
     on conflict (organization_id) do update set source_id = excluded.source_id, is_paused = false`,
    [uuids.organization, source],
  );
  await db.query(
    `insert into destinations (id, team_id, name, type, config)
     values ($1, $2, 'laptop', 'CLI', '{"path":"/","http_method":null,"path_forwarding_disabled":false}')`,
    [destination, project],
  );
  await db.query(
    `insert into transformations (id, team_id, name, code)
     values ($1, $2, 'tidy', 'addHandler("transform", (request) => request);')`,
    [transformation, project],
  );
  await db.query(
    `insert into connections (id, team_id, source_id, destination_id, name, rules)
     values ($1, $2, $3, $4, 'orders', $5)`,
    [
      connection,
      project,
      source,
      destination,
      JSON.stringify([{ type: "transform", transformation_id: transformation }]),
    ],
  );
  await db.query(
    `insert into audit_entries (id, organization_id, team_id, subject_type, subject_id, subject_name, action, fields, after,
       caller_kind, api_key_id)
     values ($1, $2, $3, 'connection', $4, 'orders', 'edited', '[{"name": "rules.filter"}]',
       jsonb_build_object('name', 'orders', 'rules', '[]'::jsonb), 'api_key', $5)`,
    [uuids.version, uuids.organization, project, connection, uuids.api_key],
  );
  await db.query(
    `insert into integrations (id, team_id, label, provider, features, configs, updated_at)
     values ($1, $2, 'shared', 'API_KEY', '{VERIFICATION}', $3, now())`,
    [
      uuids.integration,
      project,
      createSealer(MASTER_KEY).seal(
        JSON.stringify({ header_key: "x-key", api_key: "shared key" }),
        "integrations.configs",
        { team_id: project, id: uuids.integration },
      ),
    ],
  );
  // Without a time of the next push it is never sent.
  await db.query(
    `insert into team_integrations (id, team_id, provider, features, configs)
     values ($1, $2, 'datadog', '{metrics}', $3)`,
    [
      uuids.team_integration,
      project,
      createSealer(MASTER_KEY).seal(
        JSON.stringify({ site: "datadoghq.eu", api_key: "key" }),
        "team_integrations.configs",
        { team_id: project, id: uuids.team_integration },
      ),
    ],
  );
  await db.query(
    `insert into saved_views (id, team_id, resource, name, filters, is_cli, updated_at)
     values ($1, $2, 'events', 'Failed today', '{"status":["FAILED"]}', false, now())`,
    [uuids.saved_view, project],
  );
  await db.query(
    `insert into onboarding_progress (id, team_id, source_id, destination_id, webhook_id, updated_at)
     values ($1, $2, $3, $4, $5, now())`,
    [newId(), project, uuids.source, uuids.destination, uuids.connection],
  );
  await db.query(
    `insert into issue_triggers (id, team_id, name, type, configs, channels, updated_at)
     values ($1, $2, 'failed-orders', 'delivery', '{"strategy":"first_attempt","connections":"orders"}', '{"email":{}}', now())`,
    [uuids.issue_trigger, project],
  );
  await db.query(
    `insert into issues (id, team_id, type, subject_id, key, issue_trigger_id, status, status_changed_at, opened_at,
       first_seen_at, last_seen_at, reference_id, reference_number, updated_at)
     values ($1, $2, 'delivery', $3, '500', $4, 'OPENED', now(), now(), now(), now(), $5, 1, now())`,
    [uuids.issue, project, connection, uuids.issue_trigger, uuids.event],
  );
  await db.query(
    `insert into issues (id, team_id, type, subject_id, key, issue_trigger_id, status, status_changed_at, opened_at,
       first_seen_at, last_seen_at, updated_at)
     select issue.id, $1, type, subject_id, key, $2, 'RESOLVED', now(), now(), now(), now(), now()
     from (values
       ($3::uuid, 'transformation', $4::uuid, 'fatal'), ($5, 'backpressure', $6, '600000'),
       ($7, 'request', $8, 'VERIFICATION_FAILED')) as issue (id, type, subject_id, key)`,
    [
      project,
      uuids.issue_trigger,
      uuids.transformation_issue,
      transformation,
      newId(),
      destination,
      newId(),
      source,
    ],
  );
  await db.query(
    `insert into audit_entries (id, team_id, subject_type, subject_id, subject_name, action, fields, caller_kind, user_id)
     values ($1, $2, 'connection', $3, 'orders', 'edited', '[{"name":"rules.filter"}]', 'session', $4)`,
    [newId(), project, connection, uuids.cli_user],
  );
  await db.query("insert into markers (id, team_id, title, at) values ($1, $2, 'Deploy 7', now())", [
    uuids.marker,
    project,
  ]);
  await db.query(
    `insert into custom_domains (id, team_id, hostname, txt_value, next_check_at, active_since, updated_at)
     values ($1, $2, $3, 'given', now() + interval '1 day', now(), now())`,
    [uuids.custom_domain, project, `hooks.${uuids.custom_domain}.example`],
  );
  // A plan that waits for its confirmation.
  const sealed = createSealer(MASTER_KEY).seal("jane@example.com", "erasures.identifier", {
    team_id: project,
    id: uuids.erasure,
  });
  await db.query(
    `insert into erasures (id, team_id, identifier, digest, state, stage, done_until, last_id, oldest_at, started_by_user_id,
       planned_at)
     values ($1, $2, $3, 'given', 'planned', 'payloads', $1, $1, now(), $4, now())`,
    [uuids.erasure, project, sealed, uuids.cli_user],
  );
  // A mail about the open issue that has not arrived, and is never tried again.
  await db.query(
    "update notifications set due_at = null, error = 'No mail server.', failed_at = now() where team_id = $1",
    [project],
  );
  await db.query(
    `insert into cli_clients (id, team_id, device_name, user_id) values ($1, $2, 'laptop', $3)`,
    [uuids.cli_client, project, uuids.cli_user],
  );
  await db.query(
    `insert into cli_keys (id, hash, api_key_id, team_id, cli_id) values ($1, $2, $3, $4, $5)`,
    [uuids.cli_key, uuidBytes(uuids.cli_key), uuids.api_key, project, uuids.cli_client], // no key has this hash
  );
  await db.query(
    `insert into cli_sessions (id, team_id, cli_id, webhook_ids) values ($1, $2, $3, array[$4::uuid])`,
    [newId(), project, uuids.cli_client, connection],
  );
}

async function insertTraffic(db: Queryable, uuids: Uuids): Promise<void> {
  const { project, source, connection, transformation, request, event, bulk } = uuids;
  await db.query(
    `insert into requests (team_id, id, source_id, accepted_by, bulk_retry_id, rejection_cause)
     values ($1, $2, $4, 1, $5, null), ($1, $3, $4, 1, $5, 'VERIFICATION_FAILED')`,
    [project, request, uuids.rejected_request, source, bulk["requests.retry"]],
  );
  for (const table of ["payloads", "kept_payloads"]) {
    await db.query(
      `insert into ${table} (team_id, id, method, path, headers, body)
       values ($1, $2, 'POST', '/orders', '["content-type","application/json"]', '{"hello":"world"}')`,
      [project, request],
    );
  }
  await db.query(
    `insert into events (team_id, id, webhook_id, event_data_id, status, attempts, trigger, last_attempt_at,
       response_status, error_code, cli_id, bulk_retry_id, next_attempt_at, updated_at)
     values
       ($1, $2, $4, $5, 'FAILED', 1, 'INITIAL', now(), 500, 'BAD_RESPONSE', $6, $7, null, now()),
       ($1, $3, $4, $5, 'QUEUED', 0, 'INITIAL', null, null, null, $6, $7, now() + interval '1 hour', now())`,
    [project, event, uuids.pending_event, connection, request, uuids.cli_client, bulk["events.retry"]],
  );
  await db.query(
    `insert into attempts (team_id, event_id, webhook_id, attempt_number, trigger, bulk_retry_id, status,
       response_status, created_at)
     values ($1, $2, $3, 1, 'BULK_RETRY', $4, 'FAILED', 500, now())`,
    [project, event, connection, bulk["events.retry"]],
  );
  await db.query(
    `insert into ignored_events (team_id, request_id, webhook_id, cause, meta)
     values ($1, $2, $3, 'TRANSFORMATION_FAILED', $4)`,
    [project, request, connection, JSON.stringify({ transformation_id: transformation })],
  );
  await db.query(
    `insert into transformation_executions (team_id, id, transformation_id, webhook_id, original_event_data_id,
       transformed_event_data_id, log_level, logs)
     values ($1, $2, $3, $4, $5, $5, 'fatal', '[]')`,
    [project, uuids.execution, transformation, connection, request],
  );
  await db.query(
    `insert into queue_samples (team_id, span, destination_id, at, max_depth, max_age_ms)
     select $1::uuid, span, $2::uuid, date_trunc(span, now(), 'UTC'), 1, 1000
     from unnest(array['minute', 'hour', 'day']) as spans (span)`,
    [project, uuids.destination],
  );
  // Nobody sends it: the project does not ask for topics.
  await db.query(
    `insert into topic_news (team_id, topic, subject_id, number) values ($1, 'deprecated.attempt-failed', $2, 1)`,
    [project, event],
  );
  await db.query(
    `insert into bookmarks (id, team_id, webhook_id, event_data_id, label) values ($1, $2, $3, $4, 'kept')`,
    [uuids.bookmark, project, connection, request],
  );
}

async function insertBulkOperations(db: Queryable, { project, bulk }: Uuids): Promise<void> {
  for (const [at, type] of BULK_TYPES.entries()) {
    await db.query(
      `insert into bulk_operations (id, team_id, number, type, query, filters, last_id, done_until,
         estimated_count, estimated_batch)
       values ($1, $2, $3, $4, '{}', '{}', $1, $1, 1, 1)`,
      [bulk[type], project, at + 1, type],
    );
  }
}
