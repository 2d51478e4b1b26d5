/**
 * At which sources does a replay come in?
 *
 * Callers choose connections by id, and each connection takes what comes in at its own source. So every source of
 * these connections becomes one target. If the caller also names a source, all connections must belong to it.
 */
import { internalId, publicId } from "@posthorn/contract/ids";
import { type ReplayTarget, targetsBySource } from "../../pipeline/route/replay-data.ts";
import { findSourcesOfConnections } from "../../store/connections.ts";
import type { Queryable } from "../../store/database.ts";
import { findSwitchedOff } from "../../store/sources.ts";
import { ApiError } from "../api-error.ts";
import { invalid } from "../validation.ts";

interface Chosen {
  team_id: string;
  webhook_ids: readonly string[];
  /** The name of the field that holds the ids, for error messages. */
  field: string;
  /** The source that all connections must belong to; absent means any source of the project. */
  source_id?: string | undefined;
}

export async function targetsOfConnections(
  db: Queryable,
  { team_id, webhook_ids, field, source_id }: Chosen,
): Promise<ReplayTarget[]> {
  const ids = webhook_ids.map((id) => internalId("connection", id));
  const sources = await findSourcesOfConnections(
    db,
    team_id,
    ids.filter((id) => id !== null),
  );
  const wrong = ids.findIndex((id) => {
    const source = id === null ? undefined : sources.get(id);
    return source === undefined || (source_id !== undefined && source !== source_id);
  });
  if (wrong !== -1) {
    const whose = source_id === undefined ? "project" : "source";
    throw invalid(`${field}[${wrong}] is not the id of a connection of the ${whose}`);
  }
  return targetsBySource(sources);
}

/** A disabled source takes no requests, and no replays either. */
export async function refuseSwitchedOff(
  db: Queryable,
  team_id: string,
  targets: readonly ReplayTarget[],
): Promise<void> {
  const [id] = await findSwitchedOff(
    db,
    team_id,
    targets.map(({ source_id }) => source_id),
  );
  if (id !== undefined)
    throw new ApiError(
      "BAD_REQUEST",
      {},
      { message: "The source is disabled", data: { source_id: publicId("source", id) } },
    );
}
