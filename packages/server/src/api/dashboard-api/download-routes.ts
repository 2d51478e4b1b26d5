/**
 * How does a person get the exact bytes of a body, and what is in a compressed one?
 *
 * The bytes come as a file: the browser must never render a sender's content on our own origin. The public API
 * shows bodies as text, and not every body is text. The content of a compressed body comes as text, decoded within the
 * limit of pipeline/content-coding.ts.
 */
import * as contract from "@posthorn/contract/dashboard-api";
import type { Attachment } from "@posthorn/contract/endpoint";
import { internalId } from "@posthorn/contract/ids";
import { headersView } from "../../pipeline/headers-view.ts";
import { headerList, rawBody } from "../../pipeline/route/payload-view.ts";
import { recordDeed } from "../../store/audit-entries.ts";
import type { Queryable } from "../../store/database.ts";
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

function attachment(id: string, { headers, body }: StoredPayload): Attachment {
  const { "content-type": contentType } = headersView(headerList(headers));
  return { file_name: `${id}.${extensionFor(contentType)}`, content: body ?? new Uint8Array() };
}

function bodyContent({ headers, content, method }: StoredPayload): contract.BodyContent {
  const { "content-encoding": coding } = headersView(headerList(headers));
  return { coding: coding ?? null, content: content ? rawBody(content) : null, method };
}

interface BodyOwner {
  kind: "bookmark" | "event" | "request";
  /** Null when there is no such event, request or bookmark. */
  payloadIdOf: (db: Queryable, team_id: string, id: string) => Promise<string | null>;
}

const EVENTS: BodyOwner = {
  kind: "event",
  payloadIdOf: async (db, team_id, id) => (await findEvent(db, team_id, id))?.event_data_id ?? null,
};
const REQUESTS: BodyOwner = {
  kind: "request",
  payloadIdOf: async (db, team_id, id) => (await findRequest(db, team_id, id))?.payload_id ?? null,
};
const BOOKMARKS: BodyOwner = {
  kind: "bookmark",
  payloadIdOf: async (db, team_id, id) => (await findBookmark(db, team_id, id))?.event_data_id ?? null,
};

export function serveDownloads(serve: Serve, { db }: Pick<ApiDeps, "db">): void {
  async function read({ kind, payloadIdOf }: BodyOwner, team_id: string, id: string): Promise<StoredPayload> {
    const uuid = internalId(kind, id);
    const payloadId = uuid && (await payloadIdOf(db, team_id, uuid));
    if (payloadId === null) throw notFound(id);
    const payload = await findPayload(db, team_id, payloadId);
    if (!payload) throw new ApiError("DATA_ARCHIVED", {}, { message: "The associated data is archived" });
    return payload;
  }

  for (const [owner, download, content] of [
    [EVENTS, contract.downloadEventBody, contract.getEventContent],
    [REQUESTS, contract.downloadRequestBody, contract.getRequestContent],
    [BOOKMARKS, contract.downloadBookmarkBody, contract.getBookmarkContent],
  ] as const) {
    serve(download, async ({ team_id, id, caller, origin }) => {
      const file = attachment(id, await read(owner, team_id, id));
      await recordDeed(db, caller, origin, {
        organization_id: null,
        team_id,
        subject_type: owner.kind,
        subject_id: internalId(owner.kind, id) ?? "",
        subject_name: null,
        action: "downloaded",
        after: null,
      });
      return file;
    });
    serve(content, async ({ team_id, id }) => bodyContent(await read(owner, team_id, id)));
  }
}
