/**
 * With which budget does a list read, and how does it check the rows it finds?
 *
 * Searches in payloads take turns with each other. Every other list is answered at once.
 */
import type { PayloadFilters } from "@posthorn/contract/payload-filters";
import { keepFitting } from "../../search/fitting-rows.sql.ts";
import type { Searches } from "../../search/searches.ts";
import { createSkipping } from "../../search/skipping.ts";
import type { Queryable } from "../../store/database.ts";
import { asksForPayload } from "../../store/filters/payload-filters.ts";
import { inTurn } from "../read-turns.ts";
import type { Scan } from "./scan-page.ts";

/** A caller that would wait too long gets an error that says so. */
export function searchInTurn<Result>(
  searches: Searches,
  team_id: string,
  step: () => Promise<Result>,
): Promise<Result> {
  return inTurn(searches, team_id, "Too many searches at the same time, try again in a moment", step);
}

export function scanFor<Row>(
  db: Queryable,
  searches: Searches,
  { team_id, filters }: { team_id: string; filters: PayloadFilters },
  payloadIdOf: (row: Row) => string,
): Pick<Scan<Row>, "budget" | "keep" | "skipping" | "inTurn"> {
  if (!asksForPayload(filters)) {
    return { budget: searches.budgets.columns, keep: async (rows) => rows, inTurn: (step) => step() };
  }
  return {
    budget: searches.budgets.payloads,
    async keep(rows) {
      const candidates = rows.map((row) => ({ row, payload_id: payloadIdOf(row) }));
      return (await keepFitting(db, { team_id, filters }, candidates)).map(({ row }) => row);
    },
    skipping: createSkipping(db, team_id, filters),
    inTurn: (step) => searchInTurn(searches, team_id, step),
  };
}
