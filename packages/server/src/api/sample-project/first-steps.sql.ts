/** How far are the people of a project with their first steps? */
import { countersOf } from "../../store/counters.ts";
import type { Queryable } from "../../store/database.ts";
import { MEMBERSHIPS } from "../../store/members.ts";
import { ALL_PROJECTS } from "../../store/projects.ts";

export interface FirstStepsRow {
  had_connection: boolean;
  delivering: { id: string; source_name: string; destination_name: string } | null;
  has_colleagues: boolean;
}

/** Asks the counters of days, which stay few however many events a project has. */
export async function readFirstSteps(db: Queryable, team_id: string): Promise<FirstStepsRow> {
  const { rows } = await db.query<FirstStepsRow>(
    `select exists (select from connections where team_id = $1) as had_connection,
       (select json_build_object('id', connections.id, 'source_name', sources.name,
                                 'destination_name', destinations.name)
        from connections
        join sources on sources.id = connections.source_id
        join destinations on destinations.id = connections.destination_id
        where connections.team_id = $1 and connections.deleted_at is null
          and (select sum(count) from ${countersOf("event", "day")} as counted
               where counted.team_id = $1 and counted.webhook_id = connections.id and status = 'SUCCESSFUL') > 0
        order by connections.id limit 1) as delivering,
       (select count(*) > 1 from ${MEMBERSHIPS} where members.organization_id = projects.organization_id)
         or exists (select from invitations where invitations.organization_id = projects.organization_id)
         as has_colleagues
     from ${ALL_PROJECTS} where projects.id = $1`,
    [team_id],
  );
  const [row] = rows;
  if (!row) throw new Error("A project has no row");
  return row;
}
