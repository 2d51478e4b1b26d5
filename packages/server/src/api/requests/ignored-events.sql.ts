/** Which connections ignored a request, and why? Reads for the routes of this folder. */
import type { IgnoredCause } from "@posthorn/contract/causes";
import { internalId } from "@posthorn/contract/ids";
import type { IgnoredEvent } from "@posthorn/contract/request-events";
import type { Queryable } from "../../store/database.ts";
import { Conditions } from "../../store/filters/conditions.ts";
import { readPage, type ListSource, type Page, type PageQuery } from "../lists/read-page.ts";

export interface IgnoredEventRow {
  team_id: string;
  request_id: string;
  webhook_id: string;
  cause: IgnoredCause;
  /** As routing wrote it: in the contract's shape, but with internal ids. */
  meta: IgnoredEvent["meta"];
}

/** The id of an ignored event is request and connection; null when the text is not such an id. */
function connectionOfId(id: string): string | null {
  const [request, connection] = id.split(":");
  if (connection === undefined || internalId("request", request ?? "") === null) return null;
  return internalId("connection", connection);
}

/** All ignored events of a request were decided at the same time, so every key sorts them by connection. */
const LIST: ListSource = {
  columns: "team_id, request_id, webhook_id, cause, meta",
  from: "ignored_events",
  sort: {
    identity: [{ sql: "webhook_id", kind: "uuid" }],
    keys: { created_at: [], id: [] },
    defaultKey: "created_at",
  },
  identityOf(id) {
    const connection = connectionOfId(id);
    return connection === null ? null : [connection];
  },
};

export async function readIgnoredEventPage(
  db: Queryable,
  { team_id, request_id }: { team_id: string; request_id: string },
  query: PageQuery & { id?: string[] | undefined },
): Promise<Page<IgnoredEventRow>> {
  const conditions = new Conditions();
  conditions.add(`team_id = ${conditions.bind(team_id)} and request_id = ${conditions.bind(request_id)}`);
  if (query.id) {
    const connections = query.id.map((id) => connectionOfId(id)).filter((id) => id !== null);
    conditions.add(`webhook_id = any(${conditions.bind(connections)}::uuid[])`);
  }
  return readPage(db, LIST, query, { conditions, team_id, teamColumn: "team_id" });
}
