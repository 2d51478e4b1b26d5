/**
 * With which budget does a list read, and what does it do with what it finds?
 *
 * Whoever looks into payloads takes turns with others who do; whoever does not is answered at once.
 */
import type { PayloadFilters } from "@posthorn/contract/payload-filters";
import { keepFitting } from "../../search/fitting-rows.sql.ts";
import { type Searches, TooManySearchesError } from "../../search/searches.ts";
import type { Queryable } from "../../store/database.ts";
import { asksForPayload } from "../../store/filters/payload-filters.ts";
import { ApiError } from "../api-error.ts";
import type { Scan } from "./scan-page.ts";

/** Whoever has to wait too long is told so. */
export async function searchInTurn<Result>(searches: Searches, step: () => Promise<Result>): Promise<Result> {
  try {
    return await searches.run(step);
  } catch (error) {
    if (!(error instanceof TooManySearchesError)) throw error;
    const message = "Too many searches at the same time, try again in a moment";
    throw new ApiError("TOO_MANY_REQUESTS", {}, { message });
  }
}

export function scanFor<Row>(
  db: Queryable,
  searches: Searches,
  { team_id, filters }: { team_id: string; filters: PayloadFilters },
  payloadIdOf: (row: Row) => string,
): Pick<Scan<Row>, "budget" | "keep" | "inTurn"> {
  if (!asksForPayload(filters)) {
    return { budget: searches.budgets.columns, keep: async (rows) => rows, inTurn: (step) => step() };
  }
  return {
    budget: searches.budgets.payloads,
    async keep(rows) {
      const candidates = rows.map((row) => ({ row, payload_id: payloadIdOf(row) }));
      return (await keepFitting(db, { team_id, filters }, candidates)).map(({ row }) => row);
    },
    inTurn: (step) => searchInTurn(searches, step),
  };
}
