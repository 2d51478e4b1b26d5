/** How many connections does each source, destination and transformation of a project have? */
import type { Queryable } from "../../store/database.ts";

export interface ConnectionCount {
  kind: "source" | "destination" | "transformation";
  id: string;
  count: number;
}

export async function readConnectionCounts(db: Queryable, team_id: string): Promise<ConnectionCount[]> {
  const { rows } = await db.query<ConnectionCount>(
    `with live as (
       select id, source_id, destination_id, rules
       from connections where team_id = $1 and deleted_at is null)
     select 'source' as kind, source_id as id, count(*) as count from live group by source_id
     union all
     select 'destination', destination_id, count(*) from live group by destination_id
     union all
     select 'transformation', (rule ->> 'transformation_id')::uuid, count(distinct live.id)
     from live, jsonb_array_elements(rules) as rule
     where rule ->> 'type' = 'transform'
     group by 2`,
    [team_id],
  );
  return rows;
}
