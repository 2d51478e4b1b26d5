/**
 * What happens to a write whose name is already taken?
 *
 * The unique index decides; we never look first. The error names the row that has the name. If that row
 * disappears between the write and the lookup, the write is tried again.
 */
import { isUniqueViolation } from "../store/database.ts";
import { ApiError } from "./api-error.ts";

const TRIES = 5;

export interface TakenName {
  resource_type: string;
  /** The public id of the resource that has the name now. */
  findTaken: () => Promise<string | null>;
}

/** `write` reports a taken name with null or with the index's own error. */
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
