/** What do the endpoints of issues answer? */
import { getChangesAround } from "@posthorn/contract/changes";
import { internalId } from "@posthorn/contract/ids";
import * as contract from "@posthorn/contract/issues";
import { getPlannedRetries } from "@posthorn/contract/planned-retries";
import { changeIssueStatus, dismissIssue } from "../../store/issues.ts";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import type { Handler, Serve } from "../call.ts";
import { pageReply } from "../lists/read-page.ts";
import { changesAround } from "./changes-around.ts";
import { readExamples } from "./examples.sql.ts";
import { issueView } from "./issue-view.ts";
import { countIssues, findIssue, findOpenIssues, type IssueRow, readIssuePage } from "./issues.sql.ts";
import { readPlannedRetries } from "./planned-retries.sql.ts";

function uuidOf(id: string): string {
  const uuid = internalId("issue", id);
  if (!uuid) throw notFound(id);
  return uuid;
}

export function serveIssues(serve: Serve, { db }: ApiDeps): void {
  async function read(team_id: string, id: string): Promise<IssueRow> {
    const row = await findIssue(db, team_id, uuidOf(id));
    if (!row) throw notFound(id);
    return row;
  }

  const update: Handler<typeof contract.updateIssue> = async ({ team_id, id, body, user_id }) => {
    const { status } = body;
    if (!(await changeIssueStatus(db, { team_id, id: uuidOf(id) }, { status, user_id }))) throw notFound(id);
    return issueView(await read(team_id, id));
  };

  serve(contract.listIssues, async ({ team_id, query }) => {
    const page = await readIssuePage(db, team_id, query);
    const examples = await readExamples(db, team_id, page.rows);
    return pageReply(page, (row) => issueView(row, examples));
  });
  serve(contract.countIssues, async ({ team_id, query }) => ({
    count: await countIssues(db, team_id, query),
  }));
  serve(contract.findOpenIssues, async ({ team_id, query: { concerns } }) => {
    const row = await findOpenIssues(db, team_id, concerns);
    if (!row) return null;
    // The title of a transformation's issue has a line of its example.
    const examples = row.type === "transformation" ? await readExamples(db, team_id, [row]) : undefined;
    return { first: issueView(row, examples), name: row.name, count: row.count };
  });
  serve(contract.getIssue, async ({ team_id, id }) => {
    const row = await read(team_id, id);
    return issueView(row, await readExamples(db, team_id, [row]));
  });
  serve(getPlannedRetries, async ({ team_id, id }) => readPlannedRetries(db, await read(team_id, id)));
  serve(getChangesAround, async ({ team_id, id }) => changesAround(db, await read(team_id, id)));
  serve(contract.updateIssue, update);
  serve(contract.patchIssue, update);
  serve(contract.dismissIssue, async ({ team_id, id, user_id }) => {
    if (!(await dismissIssue(db, { team_id, id: uuidOf(id) }, user_id))) throw notFound(id);
    return issueView(await read(team_id, id));
  });
}
