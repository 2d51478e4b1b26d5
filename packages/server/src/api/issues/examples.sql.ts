/** What do issues show as their example? Read for all issues of a page at once. */
import type { Queryable } from "../../store/database.ts";
import type { DestinationRow } from "../../store/destinations.ts";
import { type AttemptRow, readAttempts } from "../attempts/attempts.sql.ts";
import { destinationReads } from "../destinations/destinations.sql.ts";
import { type EventRow, readEvents } from "../events/events.sql.ts";
import { type ExecutionRow, readExecutions } from "../transformations/executions.sql.ts";
import type { IssueRow } from "./issues.sql.ts";

/** By internal id; attempts by the id of their event, of which an issue shows one. */
export interface Examples {
  events: ReadonlyMap<string, EventRow>;
  attempts: ReadonlyMap<string, AttemptRow>;
  executions: ReadonlyMap<string, ExecutionRow>;
  destinations: ReadonlyMap<string, DestinationRow>;
}

export async function readExamples(
  db: Queryable,
  team_id: string,
  issues: readonly IssueRow[],
): Promise<Examples> {
  const keys = issues.flatMap(({ type, reference_id: event_id, reference_number: attempt_number }) =>
    type === "delivery" && event_id !== null && attempt_number !== null ? [{ event_id, attempt_number }] : [],
  );
  const executionIds = issues.flatMap(({ type, reference_id }) =>
    type === "transformation" && reference_id !== null ? [reference_id] : [],
  );
  const destinationIds = issues.flatMap(({ type, subject_id }) =>
    type === "backpressure" ? [subject_id] : [],
  );
  const events = await readEvents(
    db,
    team_id,
    keys.map(({ event_id }) => event_id),
  );
  const attempts = await readAttempts(db, team_id, keys);
  const executions = await readExecutions(db, team_id, executionIds);
  const destinations = new Map<string, DestinationRow>();
  for (const id of new Set(destinationIds)) {
    const row = await destinationReads.find(db, team_id, id);
    if (row) destinations.set(id, row);
  }
  return {
    events: new Map(events.map((row) => [row.id, row])),
    attempts: new Map(attempts.map((row) => [row.event_id, row])),
    executions: new Map(executions.map((row) => [row.id, row])),
    destinations,
  };
}
