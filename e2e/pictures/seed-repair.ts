/**
 * What has gone wrong in the project of the pictures, and what has its owner kept? Requests that were rejected, each for
 * another cause; a second attempt at a failed event; bookmarks, saved views and bulk operations.
 */
import type { Attempt } from "@posthorn/contract/attempts";
import type { BatchOperation } from "@posthorn/contract/bulk";
import type { Bookmark } from "@posthorn/contract/bookmarks";
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import type { Request } from "@posthorn/contract/requests";
import type { SavedView } from "@posthorn/contract/saved-views";
import type { Source } from "@posthorn/contract/sources";
import type { FarEnd } from "../far-end.ts";
import type { OwnProject } from "../own-project.ts";
import { until } from "../until.ts";

export interface SeededRepair {
  bookmark: string;
  /** The last attempt at the failed event. It has two. */
  attempt: string;
  view: string;
  /** With events and with ignored events. */
  request: string;
  rejected: { authentication: string; method: string; disabled: string; unconnected: string };
}

interface Given {
  ok: FarEnd;
  broken: FarEnd;
  event: Event;
  failed: Event;
  invoices: Connection;
  ledger: Connection;
  analytics: Connection;
  orders: Connection;
}

interface Page<Model> {
  models: Model[];
}

export async function seedRepair(project: OwnProject, given: Given): Promise<SeededRepair> {
  const { ok, broken, event, failed, invoices, ledger, analytics, orders } = given;
  const partner = await project.api<Connection>("POST", "/connections", {
    source: {
      name: "partner-api",
      type: "WEBHOOK",
      config: { auth_type: "API_KEY", auth: { header_key: "x-api-key", api_key: "s3cret" } },
    },
    destination: { name: "partner-sync", config: { url: `${ok.url}/partner` } },
  });
  const lonely = await project.api<Source>("POST", "/sources", { name: "trial-forms", type: "WEBHOOK" });
  const closed = await project.api<Source>("POST", "/sources", { name: "spring-campaign", type: "WEBHOOK" });
  await project.api("PUT", `/sources/${closed.id}/disable`);
  for (const { url } of [partner.source, lonely, closed])
    await fetch(`${url}/v2/contacts?source=crm`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"contact":{"id":881,"email":"grace@example.com"},"tags":["trial"]}',
    });

  broken.answerWith({ status: 500, body: '{"error":"The ledger is read-only","code":"LEDGER_LOCKED"}' });
  await project.api("POST", `/events/${failed.id}/retry`);
  const attempt = await until(
    "the second attempt at the failed event",
    async () => (await project.api<Page<Attempt>>("GET", `/attempts?event_id=${failed.id}`)).models,
    (attempts) => attempts.length === 2,
  );

  const bookmark = (of: Event, label: string) =>
    project.api<Bookmark>("POST", "/bookmarks", {
      event_data_id: of.event_data_id,
      webhook_id: of.webhook_id,
      label,
    });
  await bookmark(failed, "Ledger refuses this invoice");
  const replayed = await bookmark(event, "Invoice with one line, to try mappings");
  await project.api("POST", `/bookmarks/${replayed.id}/trigger`);

  const view = (name: string, resource: SavedView["resource"], filters: object) =>
    project.dashboardApi<SavedView>("POST", "/saved-views", { resource, name, filters });
  const failures = await view("Failed", "events", { status: ["FAILED"] });
  await view("Ledger", "events", { webhook_id: [ledger.id] });
  await view("Waiting for a retry", "events", { status: ["QUEUED", "SCHEDULED", "HOLD"] });
  await view("Rejected", "requests", { status: "rejected" });

  for (const [family, query] of [
    ["/bulk/events/retry", { webhook_id: [analytics.id], status: ["SUCCESSFUL"] }],
    ["/bulk/ignored-events/retry", { cause: ["FILTERED"], webhook_id: [invoices.id] }],
    ["/bulk/requests/retry", { source_id: [partner.source.id], status: "rejected" }],
  ] as const) {
    const { id } = await project.api<BatchOperation>("POST", family, { query });
    await until(
      `the end of ${family}`,
      () => project.api<BatchOperation>("GET", `${family}/${id}`),
      ({ in_progress }) => !in_progress,
    );
  }

  const newest = async (query: string) =>
    (await project.api<Page<Request>>("GET", `/requests?limit=1&${query}`)).models[0]?.id ?? "";
  return {
    bookmark: replayed.id,
    attempt: attempt[0]?.id ?? "",
    view: failures.id,
    request: await newest(`source_id=${orders.source.id}&ignored_count[gte]=1&events_count[gte]=1`),
    rejected: {
      authentication: await newest(`source_id=${partner.source.id}`),
      method: await newest(`source_id=${analytics.source.id}&status=rejected`),
      disabled: await newest(`source_id=${closed.id}`),
      unconnected: await newest(`source_id=${lonely.id}`),
    },
  };
}
