/** Which requests does a caller see, and what became of each? Reads for the routes of this folder. */
import { internalId } from "@posthorn/contract/ids";
import type { RejectionCause, VerificationFailure } from "@posthorn/contract/causes";
import type { RequestFilters } from "@posthorn/contract/requests";
import type { Queryable } from "../../store/database.ts";
import {
  CLI_EVENTS_COUNT,
  EVENTS_COUNT,
  IGNORED_COUNT,
  requestConditions,
} from "../../store/filters/request-filters.ts";
import type { Searches } from "../../search/searches.ts";
import type { Page, PageQuery } from "../lists/read-page.ts";
import { scanFor } from "../lists/scan-for.ts";
import { scanPage, type ScannedList } from "../lists/scan-page.ts";
import { requestWays } from "./request-ways.sql.ts";

export interface RequestRow {
  id: string;
  team_id: string;
  source_id: string;
  rejection_cause: RejectionCause | null;
  verified: boolean | null;
  verification_failure: VerificationFailure | null;
  events_count: number;
  cli_events_count: number;
  ignored_count: number;
  /** The id under which the payload is stored. A replay points to the payload that it replays. */
  payload_id: string;
  has_payload: boolean;
  retried_at: string | null;
}

const COLUMNS = `id, team_id, source_id, rejection_cause, verified, verification_failure, retried_at, coalesce(payload_id, id) as payload_id,
  ${EVENTS_COUNT} as events_count, ${CLI_EVENTS_COUNT} as cli_events_count, ${IGNORED_COUNT} as ignored_count,
  (exists (select 1 from payloads
     where payloads.team_id = requests.team_id and payloads.id = coalesce(payload_id, requests.id))
   or exists (select 1 from kept_payloads
     where kept_payloads.team_id = requests.team_id and kept_payloads.id = coalesce(payload_id, requests.id))) as has_payload`;

const LIST: ScannedList = {
  table: "requests",
  columns: COLUMNS,
  sort: {
    identity: [{ sql: "id", kind: "uuid" }],
    // A request is created when it is ingested, and its id contains that time.
    keys: { ingested_at: [], created_at: [] },
    defaultKey: "ingested_at",
  },
  identityOf: (publicId) => internalId("request", publicId),
};

export async function readRequestPage(
  db: Queryable,
  searches: Searches,
  team_id: string,
  query: RequestFilters & PageQuery,
): Promise<Page<RequestRow>> {
  return scanPage<RequestRow>(db, LIST, query, {
    ...scanFor<RequestRow>(db, searches, { team_id, filters: query }, (row) => row.payload_id),
    conditionsOf: () => requestConditions(team_id, query),
    waysOf: await requestWays(db, team_id, query),
  });
}

export async function findRequest(db: Queryable, team_id: string, id: string): Promise<RequestRow | null> {
  const { rows } = await db.query<RequestRow>(
    `select ${COLUMNS} from requests where team_id = $1 and id = $2`,
    [team_id, id],
  );
  return rows[0] ?? null;
}
