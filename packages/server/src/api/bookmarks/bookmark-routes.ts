/** What do the endpoints of bookmarks answer? */
import * as contract from "@posthorn/contract/bookmarks";
import { internalId } from "@posthorn/contract/ids";
import { rawBody } from "../../pipeline/route/payload-view.ts";
import type { BookmarkRow } from "../../store/bookmarks.ts";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { eventView } from "../events/event-view.ts";
import { endPageAfter, pageReply } from "../lists/read-page.ts";
import { countFitting, findPayload, readPayloadsById } from "../payloads/payloads.sql.ts";
import { bookmarkView } from "./bookmark-view.ts";
import { countBookmarks, findBookmark, readBookmarkPage } from "./bookmarks.sql.ts";
import { triggerBookmark } from "./trigger-bookmark.ts";
import { changeBookmark, createBookmark, deleteBookmark } from "./write-bookmark.ts";

function uuidOf(id: string): string {
  const uuid = internalId("bookmark", id);
  if (!uuid) throw notFound(id);
  return uuid;
}

export function serveBookmarks(serve: Serve, { db, replayData }: ApiDeps): void {
  async function read(team_id: string, uuid: string, id: string): Promise<BookmarkRow> {
    const row = await findBookmark(db, team_id, uuid);
    if (!row) throw notFound(id);
    return row;
  }

  const view = async (row: BookmarkRow) =>
    bookmarkView(row, await findPayload(db, row.team_id, row.event_data_id));

  serve(contract.listBookmarks, async ({ team_id, query }) => {
    const page = await readBookmarkPage(db, team_id, query);
    const ids = page.rows.map((row) => row.event_data_id);
    const ending = endPageAfter(page, await countFitting(db, team_id, ids));
    const payloads = await readPayloadsById(
      db,
      team_id,
      ending.rows.map((row) => row.event_data_id),
    );
    return pageReply(ending, (row) => bookmarkView(row, payloads.get(row.event_data_id) ?? null));
  });
  serve(contract.countBookmarks, async ({ team_id }) => ({ count: await countBookmarks(db, team_id) }));
  serve(contract.createBookmark, async ({ team_id, body }) => {
    const uuid = await createBookmark(db, team_id, body);
    return view(await read(team_id, uuid, uuid));
  });
  serve(contract.getBookmark, async ({ team_id, id }) => view(await read(team_id, uuidOf(id), id)));
  serve(contract.updateBookmark, async ({ team_id, id, body }) => {
    if (!(await changeBookmark(db, { team_id, id: uuidOf(id) }, body))) throw notFound(id);
    return view(await read(team_id, uuidOf(id), id));
  });
  serve(contract.deleteBookmark, async ({ team_id, id }) => {
    if (!(await deleteBookmark(db, { team_id, id: uuidOf(id) }))) throw notFound(id);
    return { id };
  });
  serve(contract.getBookmarkRawBody, async ({ team_id, id }) => {
    const { event_data_id } = await read(team_id, uuidOf(id), id);
    const payload = await findPayload(db, team_id, event_data_id);
    if (!payload) throw notFound(id);
    return { body: rawBody(payload.body) };
  });
  serve(contract.triggerBookmark, async ({ team_id, id }) => {
    const events = await triggerBookmark({ db, replayData }, await read(team_id, uuidOf(id), id));
    return events.map((row) => eventView(row));
  });
}
