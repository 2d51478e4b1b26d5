/**
 * How does a person get the exact bytes of a body?
 *
 * As a file: the browser must never render a sender's content on our own origin. The public API
 * shows bodies as text, and not every body is text.
 */
import * as contract from "@posthorn/contract/dashboard-api";
import type { Attachment } from "@posthorn/contract/endpoint";
import { internalId } from "@posthorn/contract/ids";
import { headersView } from "../../pipeline/headers-view.ts";
import { headerList } from "../../pipeline/route/payload-view.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import { findBookmark } from "../bookmarks/bookmarks.sql.ts";
import type { Serve } from "../call.ts";
import { findEvent } from "../events/events.sql.ts";
import { findPayload, type StoredPayload } from "../payloads/payloads.sql.ts";
import { findRequest } from "../requests/requests.sql.ts";

const EXTENSIONS = [
  [/^\s*(?:application\/(?:[\w.+-]+\+)?|text\/)json\b/i, "json"],
  [/^\s*(?:application|text)\/(?:[\w.+-]+\+)?xml\b/i, "xml"],
  [/^\s*(?:text\/|application\/x-www-form-urlencoded\b)/i, "txt"],
] as const;

/** The extension lets the file open in a suitable program. The reply's own content type is always generic. */
export function extensionFor(contentType: string | undefined): string {
  return EXTENSIONS.find(([type]) => type.test(contentType ?? ""))?.[1] ?? "bin";
}

function attachment(id: string, payload: StoredPayload | null): Attachment {
  if (!payload) throw new ApiError("DATA_ARCHIVED", {}, { message: "The associated data is archived" });
  const { "content-type": contentType } = headersView(headerList(payload.headers));
  return { file_name: `${id}.${extensionFor(contentType)}`, content: payload.body ?? new Uint8Array() };
}

export function serveDownloads(serve: Serve, { db }: Pick<ApiDeps, "db">): void {
  serve(contract.downloadEventBody, async ({ team_id, id }) => {
    const uuid = internalId("event", id);
    const row = uuid && (await findEvent(db, team_id, uuid));
    if (!row) throw notFound(id);
    return attachment(id, await findPayload(db, team_id, row.event_data_id));
  });
  serve(contract.downloadRequestBody, async ({ team_id, id }) => {
    const uuid = internalId("request", id);
    const row = uuid && (await findRequest(db, team_id, uuid));
    if (!row) throw notFound(id);
    return attachment(id, await findPayload(db, team_id, row.payload_id));
  });
  serve(contract.downloadBookmarkBody, async ({ team_id, id }) => {
    const uuid = internalId("bookmark", id);
    const row = uuid && (await findBookmark(db, team_id, uuid));
    if (!row) throw notFound(id);
    return attachment(id, await findPayload(db, team_id, row.event_data_id));
  });
}
