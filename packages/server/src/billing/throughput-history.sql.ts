/** Which throughput have the projects of an organization bought? */
import type { Queryable } from "../store/database.ts";
import { ALL_PROJECTS } from "../store/projects.ts";
import type { BoughtDay } from "./throughput-stretches.ts";

/**
 * Of each project in the order of its days; what ended before `fromDay` is left out. A project is called as it is called
 * now. One that was removed, or has left the organization, is called as it was then.
 */
export async function readBoughtDays(
  db: Queryable,
  organization_id: string,
  fromDay: string,
): Promise<BoughtDay[]> {
  const { rows } = await db.query<BoughtDay>(
    `select bought.project_id, to_char(bought.first_day, 'YYYY-MM-DD') as first_day, bought.events_per_second,
       coalesce(projects.name, last_value(bought.project_name) over (
         partition by bought.project_id order by bought.first_day
         rows between unbounded preceding and unbounded following)) as project_name
     from throughput_stretches as bought
     left join ${ALL_PROJECTS}
       on projects.id = bought.project_id and projects.organization_id = bought.organization_id
     where bought.organization_id = $1 and bought.first_day >= coalesce(
       (select max(earlier.first_day) from throughput_stretches as earlier
        where earlier.organization_id = $1 and earlier.project_id = bought.project_id and earlier.first_day <= $2), $2)
     order by bought.project_id, bought.first_day`,
    [organization_id, fromDay],
  );
  return rows;
}
