/**
 * What happens to a write whose name somebody else has?
 *
 * The unique index decides, never a look beforehand. The answer names the row that has the name; should
 * that row go away between the two questions, the write is simply tried again.
 */
import { isUniqueViolation } from "../store/database.ts";
import { ApiError } from "./api-error.ts";

const TRIES = 5;

export interface TakenName {
  resource_type: string;
  /** The public id of whoever has the name now. */
  findTaken: () => Promise<string | null>;
}

/** `write` says "taken" with null or with the index's own error. */
export async function refuseTakenName<Row>(
  { resource_type, findTaken }: TakenName,
  write: () => Promise<Row | null>,
): Promise<Row> {
  for (let tried = 1; ; tried++) {
    const row = await write().catch((error: unknown) => {
      if (isUniqueViolation(error)) return null;
      throw error;
    });
    if (row !== null) return row;
    const id = await findTaken();
    if (id !== null || tried === TRIES) {
      throw new ApiError("RESOURCE_ALREADY_EXISTS", {}, { data: { id, resource_type } });
    }
  }
}
