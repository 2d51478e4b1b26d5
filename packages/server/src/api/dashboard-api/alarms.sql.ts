/**
 * Which alarms are active in any process? Their heartbeats write them.
 *
 * While the database is away there is no answer, and the dashboard shows that the database is away.
 */
import { ALARMS } from "@posthorn/contract/alarms";
import type { Alarm } from "@posthorn/contract/notice";
import type { Queryable } from "../../store/database.ts";
import { IS_ALIVE } from "../../store/processes.ts";

/** The oldest first. Leaves out names that only a newer version knows. */
export async function readAlarms(db: Queryable): Promise<Alarm[]> {
  const { rows } = await db.query<Alarm>(
    `select alarm.name, min(alarm.since) as since
     from processes cross join jsonb_each_text(processes.alarms) as alarm (name, since)
     where ${IS_ALIVE} and alarm.name = any($1)
     group by alarm.name order by since, name`,
    [ALARMS],
  );
  return rows;
}
