/**
 * How is a sample project made?
 *
 * In one transaction: a crash leaves nothing of it. `sample/` says what it has and what has happened in it; here it gets
 * its ids and is written. Nobody is told of its issues, and it has nothing that is still to be sent.
 */
import { publicId } from "@posthorn/contract/ids";
import { SAMPLE_PROJECT_NAME } from "@posthorn/contract/sample-project";
import { BULK_KINDS } from "../../bulk/kinds.ts";
import { pastIdBytes, uuidText } from "../../ids.ts";
import { findExample } from "../../issues/subjects.sql.ts";
import { destinationUrl } from "../../pipeline/send/destination-url.ts";
import { type SampleDay, sampleDay } from "../../sample/sample-day.ts";
import { SAMPLE_TRIGGERS, type SampleIssue, sampleIssues } from "../../sample/sample-issues.ts";
import { type SampleIds, sampleRows } from "../../sample/sample-rows.ts";
import {
  SAMPLE_CONNECTIONS,
  SAMPLE_DESTINATIONS,
  SAMPLE_SOURCES,
  SAMPLE_TRANSFORMATION,
} from "../../sample/shop.ts";
import { insertBookmark } from "../../store/bookmarks.ts";
import { insertConnection } from "../../store/connections.ts";
import type { Queryable } from "../../store/database.ts";
import { insertDestination } from "../../store/destinations.ts";
import { insertTriggerOfNewProject } from "../../store/issue-triggers.ts";
import { setExample } from "../../store/issues.ts";
import { keepPayload } from "../../store/kept-payloads.ts";
import { insertMarker } from "../../store/markers.ts";
import {
  insertPastBulkRetry,
  insertPastIssue,
  insertPastRows,
  type PastRows,
} from "../../store/past-rows.ts";
import { recordNoMore } from "../../store/audit-entries.ts";
import { insertProject } from "../../store/projects.ts";
import type { Sealer } from "../../store/seal.ts";
import { insertSource } from "../../store/sources.ts";
import { insertTransformation } from "../../store/transformations.ts";

const METHODS = ["POST", "PUT", "PATCH", "DELETE"] as const;

/** Returns the id of the project. Call it in a transaction that has locked the organization. */
export async function makeSampleProject(
  tx: Queryable,
  sealer: Pick<Sealer, "seal">,
  { organization_id, nowMs }: { organization_id: string; nowMs: number },
): Promise<string> {
  const team_id = await insertProject(tx, sealer, {
    organization_id,
    name: SAMPLE_PROJECT_NAME,
    is_sample: true,
  });
  await recordNoMore(tx); // a made-up day is nobody's work
  const day = sampleDay(nowMs);
  const ids = await insertShop(tx, team_id, day);
  const mockUrl = destinationUrl("MOCK_API", {}) ?? "";
  const rows = sampleRows(day, { ids, mockUrl });
  await insertPastRows(tx, team_id, rows);
  await insertIssues(tx, team_id, sampleIssues(rows, day, ids));
  await insertRepairs(tx, { team_id, day, ids, rows });
  return team_id;
}

/** What people have set up, an hour before the first request. */
async function insertShop(
  tx: Queryable,
  team_id: string,
  { beganMs, ...day }: SampleDay,
): Promise<SampleIds> {
  let made = 0;
  // A moment of its own for each, so that lists have an order.
  const newIdThen = () => uuidText(pastIdBytes(beganMs + made++));
  const sources = await insertEach(SAMPLE_SOURCES, async ({ type, description }, name) => {
    const config = { allowed_http_methods: METHODS };
    const id = newIdThen();
    return insertSource(tx, { id, team_id, name, description, type, config, auth: null });
  });
  const destinations = await insertEach(SAMPLE_DESTINATIONS, async (description, name) => {
    const config = { http_method: null, path_forwarding_disabled: false };
    const id = newIdThen();
    return insertDestination(tx, { id, team_id, name, description, type: "MOCK_API", config, auth: null });
  });
  const { name, code } = SAMPLE_TRANSFORMATION;
  const transformation = newIdThen();
  await insertTransformation(tx, { id: transformation, team_id, name, code, env: null });
  const pausedAt = new Date(day.pausedMs).toISOString();
  const connections = await insertEach(SAMPLE_CONNECTIONS, async (plan, connectionName) =>
    insertConnection(tx, {
      id: newIdThen(),
      team_id,
      source_id: sources[plan.source],
      destination_id: destinations[plan.destination],
      name: connectionName,
      description: null,
      rules: plan.rules(transformation),
      ...(connectionName === "releases" && { paused_at: pausedAt }),
    }),
  );
  return { sources, connections, transformation, bulkRetry: uuidText(pastIdBytes(day.bulkRetryMs)) };
}

/** Returns the id of each, by its name. */
async function insertEach<Name extends string, Plan>(
  plans: Readonly<Record<Name, Plan>>,
  insert: (plan: Plan, name: Name) => Promise<{ id: string } | null>,
): Promise<Record<Name, string>> {
  const ids: Partial<Record<Name, string>> = {};
  // The keys of such a record are its names.
  for (const name of Object.keys(plans) as Name[]) {
    const row = await insert(plans[name], name);
    if (!row) throw new Error(`A new project has something named ${name} already`);
    ids[name] = row.id;
  }
  return ids as Record<Name, string>; // each name has got its id above
}

/** Without channels: nobody gets a message about what was made up. */
async function insertIssues(tx: Queryable, team_id: string, issues: readonly SampleIssue[]): Promise<void> {
  for (const trigger of SAMPLE_TRIGGERS) {
    const issue_trigger_id = await insertTriggerOfNewProject(tx, { team_id, channels: null, ...trigger });
    for (const issue of issues.filter(({ type }) => type === trigger.type)) {
      const row = {
        ...issue,
        id: uuidText(pastIdBytes(Date.parse(issue.first_at))),
        team_id,
        issue_trigger_id,
      };
      await insertPastIssue(tx, row);
      const example = await findExample(tx, row);
      if (example) await setExample(tx, row, example);
    }
  }
}

interface Repairs {
  team_id: string;
  day: SampleDay;
  ids: SampleIds;
  rows: PastRows;
}

/** What people did about the failures: a bulk retry, bookmarks, and a deploy that a script has reported. */
async function insertRepairs(tx: Queryable, { team_id, day, ids, rows }: Repairs): Promise<void> {
  const retried = rows.events.filter(({ bulk_retry_id }) => bulk_retry_id !== null);
  const query = { webhook_id: publicId("connection", ids.connections.orders), status: "FAILED" };
  await insertPastBulkRetry(tx, {
    id: ids.bulkRetry,
    team_id,
    query,
    filters: BULK_KINDS["events.retry"].understood(query),
    last_id: retried.at(-1)?.id ?? ids.bulkRetry,
    count: retried.length,
    completed_at: new Date(day.bulkRetryMs + 5_000).toISOString(),
  });
  const firstOf = (webhook_id: string, status: string) =>
    rows.events.find((event) => event.webhook_id === webhook_id && event.status === status);
  const { orders, payments } = ids.connections;
  const bookmarks = [
    { label: "An order, for tests of orders-api", webhook_id: orders, event: firstOf(orders, "SUCCESSFUL") },
    { label: "The ledger refuses this payment", webhook_id: payments, event: firstOf(payments, "FAILED") },
  ];
  for (const { label, webhook_id, event } of bookmarks) {
    if (!event) throw new Error("The sample's day lacks an event that it bookmarks");
    const { event_data_id } = event;
    await keepPayload(tx, { team_id, event_data_id });
    await insertBookmark(tx, team_id, { webhook_id, event_data_id, label, alias: null });
  }
  await insertMarker(tx, {
    team_id,
    title: "Deploy ledger 2.14",
    url: null,
    at: new Date(day.deployedMs).toISOString(),
  });
}
