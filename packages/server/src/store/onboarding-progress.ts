/** Every write to `onboarding_progress`, and the one read. A project has at most one row. */
import type { UseCase } from "@posthorn/contract/onboarding";
import { createdAt, newId } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { LIVE_PROJECTS } from "./projects.ts";

export interface OnboardingIds {
  source_id: string | null;
  destination_id: string | null;
  webhook_id: string | null;
}

export interface OnboardingProgressRow extends OnboardingIds {
  use_case: UseCase | null;
}

export async function saveOnboardingProgress(
  db: Queryable,
  team_id: string,
  { source_id, destination_id, webhook_id }: OnboardingIds,
): Promise<void> {
  const id = newId();
  await db.query(
    `insert into onboarding_progress (id, team_id, source_id, destination_id, webhook_id, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (team_id) do update
     set source_id = excluded.source_id, destination_id = excluded.destination_id, webhook_id = excluded.webhook_id,
       updated_at = now()`,
    [id, team_id, source_id, destination_id, webhook_id, createdAt(id)],
  );
}

/**
 * An id is null if the thing does not exist any more. A connection counts only while it joins this source and this
 * destination: another one may have taken its place in either.
 */
export async function readOnboardingProgress(db: Queryable, team_id: string): Promise<OnboardingProgressRow> {
  const { rows } = await db.query<OnboardingProgressRow>(
    `select sources.id as source_id, destinations.id as destination_id, connections.id as webhook_id,
            organizations.use_case
     from ${LIVE_PROJECTS}
     left join organizations on organizations.id = projects.organization_id
     left join onboarding_progress as progress on progress.team_id = projects.id
     left join sources
       on sources.team_id = projects.id and sources.id = progress.source_id and sources.deleted_at is null
     left join destinations
       on destinations.team_id = projects.id and destinations.id = progress.destination_id
         and destinations.deleted_at is null
     left join connections
       on connections.team_id = projects.id and connections.id = progress.webhook_id
         and connections.source_id = sources.id and connections.destination_id = destinations.id
         and connections.deleted_at is null
     where projects.id = $1`,
    [team_id],
  );
  return rows[0] ?? { source_id: null, destination_id: null, webhook_id: null, use_case: null };
}
