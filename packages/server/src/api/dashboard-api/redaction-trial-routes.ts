/**
 * What would a redaction list mask in the newest request of its source?
 *
 * A person tries a list before saving it. The reply counts values and shows none of them. A value that is masked already
 * counts, because the list would mask it too.
 */
import { internalId, publicId } from "@posthorn/contract/ids";
import { tryRedaction } from "@posthorn/contract/redaction";
import { createdAt, uuidBytes } from "../../ids.ts";
import { headerList } from "../../pipeline/route/payload-view.ts";
import { redactDecoded, redactionListOf } from "../../pipeline/redaction.ts";
import type { Queryable } from "../../store/database.ts";
import { readPayloads } from "../../store/requests.ts";
import type { ApiDeps } from "../api-deps.ts";
import { gone, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { sourceReads } from "../sources/sources.sql.ts";
import { findNewestRequest } from "./newest-request.sql.ts";

export function serveRedactionTrials(serve: Serve, { db }: Pick<ApiDeps, "db">): void {
  serve(tryRedaction, async ({ team_id, id, body: { redaction } }) => {
    const uuid = internalId("source", id);
    const source = uuid && (await sourceReads.find(db, team_id, uuid));
    if (!source) throw notFound(id);
    if (source.deleted_at !== null) throw gone();
    const newest = await newestPayload(db, team_id, source.id);
    const list = redactionListOf(redaction);
    const tried = newest && list ? await redactDecoded(list, newest.payload) : null;
    return {
      request: newest && { id: publicId("request", newest.id), created_at: createdAt(newest.id) },
      paths: redaction.map((path, number) => ({ path, count: tried?.atPath.get(number) ?? 0 })),
      is_unreadable: tried?.isUnreadable ?? false,
    };
  });
}

async function newestPayload(db: Queryable, team_id: string, source_id: string) {
  const request = await findNewestRequest(db, { team_id, source_id });
  if (!request) return null;
  const key = { team: uuidBytes(team_id), id: uuidBytes(request.payload_id) };
  const [stored] = await readPayloads(db, [key]);
  if (!stored) return null;
  const { query, body } = stored;
  return { id: request.id, payload: { query, body, headers: headerList(stored.headers) } };
}
