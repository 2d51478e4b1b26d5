/**
 * What do the endpoints of bulk operations answer? All families are served the same way. The dashboard's panel shows all
 * of them together.
 */
import * as contract from "@posthorn/contract/bulk";
import { BULK_TYPES, RETRYABLE_STATUSES, type BulkType } from "@posthorn/contract/causes";
import { internalId } from "@posthorn/contract/ids";
import { BULK_ENDED, BULK_MATCHES_NOTHING, BULK_ONGOING, RETRY_LEAVES_OUT } from "@posthorn/contract/texts";
import * as z from "zod/mini";
import { BULK_KINDS } from "../../bulk/kinds.ts";
import { COUNT_WITHIN_MS, type Plan, planBulkOperation } from "../../bulk/plan.ts";
import {
  abortBulkOperation,
  insertBulkOperation,
  type BulkOperationRow,
} from "../../store/bulk-operations.ts";
import type { Database, Queryable } from "../../store/database.ts";
import { asksForPayload } from "../../store/filters/payload-filters.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { pageReply } from "../lists/read-page.ts";
import { searchInTurn } from "../lists/scan-for.ts";
import { checkReplayTarget } from "./bulk-replay-target.ts";
import { bulkOperationView, shownBulkOperation } from "./bulk-view.ts";
import {
  countBulkOperations,
  findBulkOperation,
  readBulkOperationPage,
  readShownBulkOperations,
} from "./bulk.sql.ts";

/** Time limit for an estimate that reads payloads; other searches wait meanwhile. */
const SEARCH_WITHIN_MS = 2_000;

/** The query arrives nested or as JSON text. The contract's schema has already parsed it once, so it is valid. */
function askedQuery(sent: unknown): unknown {
  return typeof sent === "string" ? JSON.parse(sent) : sent;
}

function sentQuery(body: unknown): unknown {
  return typeof body === "object" && body !== null && "query" in body ? body.query : {};
}

/** The reply has no list of fields, because no field of the input is wrong. */
function refused(message: string): ApiError {
  return new ApiError("UNPROCESSABLE_ENTITY", {}, { message, data: { message } });
}

/** A query may match events that a retry leaves out, so its refusal names them. */
function nothingToDo(type: BulkType): string {
  return type === "events.retry" ? `${BULK_MATCHES_NOTHING} ${RETRY_LEAVES_OUT}` : BULK_MATCHES_NOTHING;
}

/** An estimate that reads payloads counts as a search and waits its turn. */
async function planInTurn(
  { db, searches }: Pick<ApiDeps, "db" | "searches">,
  asked: { type: BulkType; team_id: string; query: unknown },
  countWithinMs?: number,
): Promise<Plan> {
  if (!asksForPayload(BULK_KINDS[asked.type].payloadFilters(asked.query)))
    return planBulkOperation(db, asked, countWithinMs);
  return searchInTurn(searches, asked.team_id, () =>
    planBulkOperation(db, asked, Math.min(countWithinMs ?? SEARCH_WITHIN_MS, SEARCH_WITHIN_MS)),
  );
}

function serveFamily(
  serve: Serve,
  { db, searches }: ApiDeps,
  type: BulkType,
  family: contract.BulkFamily,
  /** A check, beyond the query's schema, that must pass before the operation is created. */
  check: (db: Queryable, team_id: string, query: unknown) => Promise<void> = async () => undefined,
): void {
  const kind = BULK_KINDS[type];
  const planFor = (team_id: string, query: unknown) => planInTurn({ db, searches }, { type, team_id, query });

  serve(family.list, async ({ team_id, query: { query: _parsed, ...page }, sent }) => {
    const asked = sent.query["query"];
    const filters = asked === undefined ? undefined : kind.understood(askedQuery(asked));
    return pageReply(
      await readBulkOperationPage(db, { team_id, types: [type] }, { ...page, filters }),
      bulkOperationView,
    );
  });
  serve(family.plan, async ({ team_id, sent }) => {
    const query = askedQuery(sent.query["query"] ?? {});
    const { estimated_count, estimated_batch } = await planFor(team_id, query);
    return { estimated_batch, estimated_count };
  });
  serve(family.create, async ({ team_id, caller, sent, asCaller }) => {
    const query = sentQuery(sent.body);
    await check(db, team_id, query);
    const plan = await planFor(team_id, query);
    if (plan.estimated_count === 0) throw refused(nothingToDo(type));
    const filters = kind.understood(query);
    const row = await insertBulkOperation(asCaller, {
      team_id,
      type,
      query,
      filters,
      startedBy: caller,
      ...plan,
    });
    if (!row) throw refused(BULK_ONGOING);
    return bulkOperationView(row);
  });
  serve(family.get, async ({ team_id, id }) => {
    const uuid = internalId("bulk_operation", id);
    const row = uuid && (await findBulkOperation(db, { team_id, type, id: uuid }));
    if (!row) throw notFound(id);
    return bulkOperationView(row);
  });
  serve(family.cancel, async ({ team_id, id, asCaller }) => {
    return bulkOperationView(await aborted(asCaller, { team_id, types: [type], id }));
  });
}

async function aborted(
  db: Database,
  { team_id, types, id }: { team_id: string; types: readonly BulkType[]; id: string },
): Promise<BulkOperationRow> {
  const uuid = internalId("bulk_operation", id);
  const row = uuid && (await abortBulkOperation(db, { team_id, types, id: uuid }));
  if (!row) throw notFound(id);
  if (row.cancelled_at === null) {
    throw new ApiError("BAD_REQUEST", {}, { message: BULK_ENDED, data: { id } });
  }
  return row;
}

/** Each status gets its part of the time that one estimate has. */
const ONE_STATUS_WITHIN_MS = COUNT_WITHIN_MS / RETRYABLE_STATUSES.length;

/** Each number is the estimate of the operation that names this one status, so both count the same events. */
async function estimateByStatus(
  deps: Pick<ApiDeps, "db" | "searches">,
  team_id: string,
  query: Readonly<Record<string, unknown>>,
): Promise<contract.RetryEstimate> {
  const { status: asked } = z.parse(contract.BulkEventQuery, query);
  const estimate: contract.RetryEstimate = { FAILED: 0, CANCELLED: 0, SUCCESSFUL: 0 };
  for (const status of RETRYABLE_STATUSES) {
    if (asked !== undefined && !asked.includes(status)) continue;
    const narrowed = { type: "events.retry", team_id, query: { ...query, status } } as const;
    estimate[status] = (await planInTurn(deps, narrowed, ONE_STATUS_WITHIN_MS)).estimated_count;
  }
  return estimate;
}

export function serveAllBulkOperations(serve: Serve, { db, searches }: ApiDeps): void {
  serve(contract.listBulkOperations, async ({ team_id, query: { type, ...page } }) => {
    const chosen = { team_id, types: type ?? BULK_TYPES };
    const [rows, totals] = await Promise.all([
      readShownBulkOperations(db, chosen, page),
      countBulkOperations(db, chosen),
    ]);
    return { ...pageReply(rows, shownBulkOperation), totals };
  });
  serve(contract.estimateEventRetry, ({ team_id, sent }) => {
    const query = askedQuery(sent.query["query"] ?? {});
    return estimateByStatus({ db, searches }, team_id, typeof query === "object" ? { ...query } : {});
  });
  serve(contract.abortBulkOperation, async ({ team_id, id, asCaller }) =>
    bulkOperationView(await aborted(asCaller, { team_id, types: BULK_TYPES, id })),
  );
}

export function serveBulkOperations(serve: Serve, deps: ApiDeps): void {
  serveFamily(serve, deps, "events.retry", contract.bulkRetryEvents);
  serveFamily(serve, deps, "events.cancel", contract.bulkCancelEvents);
  serveFamily(serve, deps, "ignored_events.retry", contract.bulkRetryIgnoredEvents);
  serveFamily(serve, deps, "requests.retry", contract.bulkRetryRequests);
  serveFamily(serve, deps, "requests.replay", contract.bulkReplayRequests, checkReplayTarget);
}
