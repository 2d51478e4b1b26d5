/** What do the endpoints of attempts answer? */
import * as contract from "@posthorn/contract/attempts";
import { getAttemptRequest } from "@posthorn/contract/dashboard-api";
import { attemptOfId } from "@posthorn/contract/ids";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { createReadEventData } from "../events/event-data.ts";
import { findEvent } from "../events/events.sql.ts";
import { pageReply } from "../lists/read-page.ts";
import { attemptView, attemptWithAnswerView } from "./attempt-view.ts";
import { findAttempt, readAttemptPage } from "./attempts.sql.ts";

export function serveAttempts(serve: Serve, deps: ApiDeps): void {
  const { db } = deps;
  const readEventData = createReadEventData(deps);

  serve(contract.listAttempts, async ({ team_id, query }) =>
    pageReply(await readAttemptPage(db, team_id, query), attemptView),
  );
  serve(contract.getAttempt, async ({ team_id, id }) => {
    const key = attemptOfId(id);
    const row = key && (await findAttempt(db, team_id, key));
    if (!row) throw notFound(id);
    return attemptWithAnswerView(row);
  });
  serve(getAttemptRequest, async ({ team_id, id }) => {
    const key = attemptOfId(id);
    const row = key && (await findAttempt(db, team_id, key));
    const event = row && (await findEvent(db, team_id, row.event_id));
    if (!event) throw notFound(id);
    const data = (await readEventData(team_id, [event], row.attempt_number)).get(event.id);
    if (!data) throw new ApiError("DATA_ARCHIVED");
    return data;
  });
}
