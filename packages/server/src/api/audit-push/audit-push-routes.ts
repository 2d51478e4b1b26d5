/**
 * How does an organization say where the entries of its audit log go?
 *
 * Changes hold the lock of the organization, like every change of who may see its log. Nothing is sent here: the worker
 * pushes, and the page shows whether that worked. Headers go in and never come out.
 */
import * as contract from "@posthorn/contract/audit-push";
import * as texts from "@posthorn/contract/audit-push-texts";
import { internalId } from "@posthorn/contract/ids";
import { type AuditReceiver, shownAddress } from "../../audit-push/receiver.ts";
import { recordDeed } from "../../store/audit-entries.ts";
import * as store from "../../store/audit-pushes.ts";
import type { Queryable } from "../../store/database.ts";
import { containing } from "../../store/filters/conditions.ts";
import { sealedInstead } from "../../store/seal.ts";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import type { OrganizationsCall, ServeOrganization } from "../call.ts";
import { checkUrls } from "../destinations/check-url.ts";
import { changingPeople } from "../organizations/organization-routes.ts";
import { personAs } from "../serve.ts";
import { invalid } from "../validation.ts";
import { auditPushView, offeredSourceView, openReceiver } from "./audit-push-view.ts";

type Asking = Pick<
  OrganizationsCall<typeof contract.pauseAuditPush>,
  "asCaller" | "organization_id" | "user_id"
>;

function changing<Result>(asking: Asking, change: (tx: Queryable) => Promise<Result>): Promise<Result> {
  return changingPeople(asking, "pushAuditLog", change);
}

export function serveAuditPush(
  serveOrganization: ServeOrganization,
  { db, sealer, addressGuard, log }: Pick<ApiDeps, "addressGuard" | "db" | "log" | "sealer">,
): void {
  async function shown(organization_id: string): Promise<{ audit_push: contract.AuditPush | null }> {
    const row = await store.findAuditPush(db, organization_id);
    if (!row) return { audit_push: null };
    const source = row.source_id && (await store.findSourceToPush(db, organization_id, row.source_id));
    return { audit_push: auditPushView(row, source || null, openedReceiver(row)) };
  }

  /** Null if the seal does not open: the push can still be changed and removed. */
  function openedReceiver(row: store.AuditPushPlace): AuditReceiver | null {
    try {
      return openReceiver(sealer, row);
    } catch (error) {
      log.error("audit_push.not_opened", { organization_id: row.organization_id, error });
      return null;
    }
  }

  async function placeOf(
    tx: Queryable,
    organization_id: string,
    body: contract.AuditPushInput,
  ): Promise<store.AuditPushPlace> {
    if (body.type === "source") {
      const id = internalId("source", body.source_id);
      const source = id && (await store.findSourceToPush(tx, organization_id, id));
      if (!source) throw notFound(body.source_id);
      return { organization_id, source_id: source.id, address: null, configs: null };
    }
    const before = await store.findAuditPush(tx, organization_id);
    const stored = before && openedReceiver(before);
    // People see the URL without its query, and send it back so.
    const url = stored && body.url === before.address ? stored.url : body.url;
    const headers = body.headers ?? (stored?.url === url ? stored.headers : null);
    if (headers === null) throw invalid(texts.HEADERS_FOR_URL);
    const place = store.auditPushPlace(organization_id);
    const plain = JSON.stringify({ url, headers });
    return {
      organization_id,
      source_id: null,
      address: shownAddress(url),
      configs: sealedInstead(sealer, before?.configs ?? null, plain, "audit_pushes.configs", place),
    };
  }

  serveOrganization(contract.getAuditPush, ({ organization_id }) => shown(organization_id));

  serveOrganization(contract.saveAuditPush, async ({ organization_id, user_id, asCaller, body }) => {
    if (body.type === "otlp") checkUrls({ url: body.url, auth: null }, addressGuard);
    await changing({ organization_id, user_id, asCaller }, async (tx) => {
      await store.saveAuditPush(tx, await placeOf(tx, organization_id, body));
    });
    log.info("audit_push.saved", { organization_id, user_id, type: body.type });
    return shown(organization_id);
  });

  serveOrganization(contract.pauseAuditPush, async ({ organization_id, user_id, asCaller, body }) => {
    await changing({ organization_id, user_id, asCaller }, async (tx) => {
      if (!(await store.pauseAuditPush(tx, organization_id, body.is_paused)))
        throw invalid(texts.NO_AUDIT_PUSH);
    });
    return shown(organization_id);
  });

  serveOrganization(contract.testAuditPush, async ({ organization_id, user_id, asCaller, origin }) => {
    await changing({ organization_id, user_id, asCaller }, async (tx) => {
      if (!(await store.hurryAuditPush(tx, organization_id))) throw invalid(texts.NO_RUNNING_AUDIT_PUSH);
      await recordDeed(tx, personAs(user_id), origin, {
        organization_id,
        team_id: null,
        subject_type: "audit_push",
        subject_id: organization_id,
        subject_name: null,
        action: "tested",
        after: null,
      });
    });
    return shown(organization_id);
  });

  serveOrganization(contract.removeAuditPush, async ({ organization_id, user_id, asCaller }) => {
    const isGone = await changing({ organization_id, user_id, asCaller }, (tx) =>
      store.deleteAuditPush(tx, organization_id),
    );
    if (isGone) log.info("audit_push.removed", { organization_id, user_id });
    return shown(organization_id);
  });

  serveOrganization(contract.listAuditPushSources, async ({ organization_id, query: { search = "" } }) => {
    const rows = await store.readSourcesToPush(db, organization_id, {
      pattern: containing(search.trim()),
      limit: contract.AUDIT_PUSH_SOURCES_OFFERED,
    });
    return { models: rows.map(offeredSourceView) };
  });
}
