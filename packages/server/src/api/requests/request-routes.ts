/** What do the endpoints of requests answer? */
import * as contract from "@posthorn/contract/requests";
import { internalId } from "@posthorn/contract/ids";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { endPageAfter, pageReply } from "../lists/read-page.ts";
import { rawBody, shortEventData } from "../../pipeline/route/payload-view.ts";
import { countFitting, findPayload, readPayloadsById } from "../payloads/payloads.sql.ts";
import { findRequest, readRequestPage, type RequestRow } from "./requests.sql.ts";
import { requestView } from "./request-view.ts";

export function serveRequests(serve: Serve, { db }: ApiDeps): void {
  async function read(team_id: string, id: string): Promise<RequestRow> {
    const uuid = internalId("request", id);
    const row = uuid && (await findRequest(db, team_id, uuid));
    if (!row) throw notFound(id);
    return row;
  }

  serve(contract.listRequests, async ({ team_id, query }) => {
    const page = await readRequestPage(db, team_id, query);
    if (query.include !== "data") return pageReply(page, (row) => requestView(row));
    // The first payload of a request has the request's own id.
    const ids = page.rows.map((row) => row.id);
    const ending = endPageAfter(page, await countFitting(db, team_id, ids));
    const payloads = await readPayloadsById(
      db,
      team_id,
      ending.rows.map((row) => row.id),
    );
    return pageReply(ending, (row) => {
      const payload = payloads.get(row.id);
      return requestView(row, payload ? shortEventData(payload) : null);
    });
  });
  serve(contract.getRequest, async ({ team_id, id }) => {
    const row = await read(team_id, id);
    const payload = await findPayload(db, team_id, row.id);
    return requestView(row, payload && shortEventData(payload));
  });
  serve(contract.getRequestRawBody, async ({ team_id, id }) => {
    const row = await read(team_id, id);
    const payload = await findPayload(db, team_id, row.id);
    if (!payload) throw notFound(id);
    return { body: rawBody(payload.body) };
  });
}
