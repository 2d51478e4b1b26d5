/**
 * How does a transaction act on many rows if one of them makes its statement fail?
 *
 * It acts on all of them at once. If that fails, it acts on each half on its own, and so on, down to the rows that fail
 * alone. So one bad row costs a few statements more, and holds up no other row. Used where nobody is there to remove the
 * bad row: a take-over and the sweep for lost leases.
 */
import { type Queryable, isUnavailable } from "./database.ts";

export interface FailedRow<Row> {
  row: Row;
  error: unknown;
}

/** Returns the rows that fail alone. Throws if the database is the reason and not a row: then a later try may succeed. */
export async function actInParts<Row>(
  tx: Queryable,
  rows: readonly Row[],
  act: (part: readonly Row[]) => Promise<void>,
): Promise<FailedRow<Row>[]> {
  const [first] = rows;
  if (first === undefined) return [];
  await tx.query("savepoint part");
  try {
    await act(rows);
    await tx.query("release savepoint part");
    return [];
  } catch (error) {
    if (error instanceof Error && isUnavailable(error)) throw error;
    await tx.query("rollback to savepoint part");
    await tx.query("release savepoint part");
    if (rows.length === 1) return [{ row: first, error }];
  }
  const half = rows.length >> 1;
  return [
    ...(await actInParts(tx, rows.slice(0, half), act)),
    ...(await actInParts(tx, rows.slice(half), act)),
  ];
}
