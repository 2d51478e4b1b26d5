/** Which index finds the requests that match a filter? See lists/ways.ts and events/event-ways.sql.ts. */
import { REJECTION_CAUSES } from "@posthorn/contract/causes";
import type { RequestFilters } from "@posthorn/contract/requests";
import type { Queryable } from "../../store/database.ts";
import { type Conditions, internalIds, whereCreatedAt, whereId } from "../../store/filters/conditions.ts";
import type { Way } from "../lists/scan-page.ts";
import { bestClue, type Clue, wayOf, wayOfAll } from "../lists/ways.ts";

/** The causes that `status=rejected` means: see IS_ACCEPTED in store/filters/request-filters.ts. */
const CAUSES_OF_REJECTED = REJECTION_CAUSES.filter((cause) => cause !== "NO_CONNECTION");

function cluesOf({ bulk_retry_id, rejection_cause, status, source_id }: RequestFilters): Clue[] {
  const clues: Clue[] = [];
  if (bulk_retry_id) {
    const values = internalIds("bulk_operation", bulk_retry_id);
    clues.push({ column: "bulk_retry_id", type: "uuid", values, isByProject: false });
  }
  const causes = rejection_cause ?? (status === "rejected" ? CAUSES_OF_REJECTED : null);
  if (causes) clues.push({ column: "rejection_cause", type: "text", values: causes, isByProject: true });
  if (source_id) {
    clues.push({
      column: "source_id",
      type: "uuid",
      values: internalIds("source", source_id),
      isByProject: false,
    });
  }
  return clues;
}

export async function requestWays(
  db: Queryable,
  team_id: string,
  filters: RequestFilters,
): Promise<(conditions: Conditions) => Way[]> {
  const clue = filters.id ? null : await bestClue(db, "requests", team_id, cluesOf(filters));

  return (conditions) => {
    if (clue?.values.length === 0) return [];
    const within = conditions.beside();
    whereId(within, "id", "request", filters.id);
    whereCreatedAt(within, "id", filters.created_at);
    whereCreatedAt(within, "id", filters.ingested_at);
    const way = clue ? wayOf(conditions, team_id, clue) : wayOfAll(conditions, team_id);
    return [within.sql === "" ? way : { ...way, condition: `${way.condition} and ${within.sql}` }];
  };
}
