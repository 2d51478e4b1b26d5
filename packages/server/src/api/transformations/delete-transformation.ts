/**
 * When can a transformation be deleted?
 *
 * When no connection uses it. This transaction locks the row before it counts the connections. A transaction that
 * writes a connection locks the same row, so neither can miss the other.
 */
import { internalId } from "@posthorn/contract/ids";
import type { Transactions } from "../../store/database.ts";
import { lockTransformation, markTransformationDeleted } from "../../store/transformations.ts";
import { gone, notFound } from "../api-error.ts";
import { invalid } from "../validation.ts";
import { countConnectionsWith } from "./transformations.sql.ts";

export async function deleteTransformation(
  db: Transactions,
  team_id: string,
  publicId: string,
): Promise<void> {
  const id = internalId("transformation", publicId);
  if (id === null) throw notFound(publicId);
  await db.transaction(async (tx) => {
    const row = await lockTransformation(tx, { team_id, id });
    if (!row) throw notFound(publicId);
    if (row.deleted_at !== null) throw gone();
    const users = await countConnectionsWith(tx, team_id, id);
    if (users > 0) throw invalid(inUse(users));
    await markTransformationDeleted(tx, { team_id, id });
  });
}

function inUse(connections: number): string {
  return connections === 1
    ? "Transformation is used by 1 connection. Remove it from the rules of that connection first."
    : `Transformation is used by ${connections} connections. Remove it from the rules of these connections first.`;
}
