/** Can a bulk replay reach its target? Checked when the caller starts it; the run itself notices later changes. */
import { BulkReplayQuery } from "@posthorn/contract/bulk";
import { internalId } from "@posthorn/contract/ids";
import * as z from "zod/mini";
import type { Queryable } from "../../store/database.ts";
import { refuseSwitchedOff, targetsOfConnections } from "../requests/replay-targets.ts";
import { sourceReads } from "../sources/sources.sql.ts";
import { invalid } from "../validation.ts";

const TARGET = "query.target";

/** With an empty target, each request goes back to the source it came from. */
export async function checkReplayTarget(db: Queryable, team_id: string, query: unknown): Promise<void> {
  const { source_id: wished, webhook_ids } = z.parse(BulkReplayQuery, query).target ?? {};
  const source_id = wished === undefined ? undefined : await sourceWith(db, team_id, wished);
  const targets = webhook_ids
    ? await targetsOfConnections(db, { team_id, webhook_ids, field: `${TARGET}.webhook_ids`, source_id })
    : source_id === undefined
      ? []
      : [{ source_id }];
  await refuseSwitchedOff(db, team_id, targets);
}

async function sourceWith(db: Queryable, team_id: string, wished: string): Promise<string> {
  const id = internalId("source", wished);
  const source = id && (await sourceReads.find(db, team_id, id));
  if (!source || source.deleted_at !== null) throw invalid(`${TARGET}.source_id is not the id of a source`);
  return source.id;
}
