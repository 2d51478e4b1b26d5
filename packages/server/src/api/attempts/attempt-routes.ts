/** What do the endpoints of attempts answer? */
import * as contract from "@posthorn/contract/attempts";
import { attemptOfId } from "@posthorn/contract/ids";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";
import { pageReply } from "../lists/read-page.ts";
import { attemptView, attemptWithAnswerView } from "./attempt-view.ts";
import { findAttempt, readAttemptPage } from "./attempts.sql.ts";

export function serveAttempts(serve: Serve, { db }: ApiDeps): void {
  serve(contract.listAttempts, async ({ team_id, query }) =>
    pageReply(await readAttemptPage(db, team_id, query), attemptView),
  );
  serve(contract.getAttempt, async ({ team_id, id }) => {
    const key = attemptOfId(id);
    const row = key && (await findAttempt(db, team_id, key));
    if (!row) throw notFound(id);
    return attemptWithAnswerView(row);
  });
}
