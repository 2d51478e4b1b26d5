/** What do the rows record about the way of one event? Two statements along primary keys, which run at the same time. */
import type {
  AttemptStatus,
  AttemptTrigger,
  DeliveryErrorCode,
  EventStatus,
  LogLevel,
} from "@posthorn/contract/causes";
import type { DestinationType } from "@posthorn/contract/destinations";
import { TRACE_NEWEST_ATTEMPTS } from "@posthorn/contract/event-trace";
import type { Rules } from "@posthorn/contract/rules";
import type { Queryable } from "../../store/database.ts";

export interface TracedEvent {
  id: string;
  status: EventStatus;
  attempts: number;
  next_attempt_at: string | null;
  updated_at: string;
  webhook_id: string;
  rules: Rules;
  edited_at: string | null;
  deleted_at: string | null;
  paused_at: string | null;
  source_id: string;
  source_name: string;
  destination_id: string;
  destination_name: string;
  destination_type: DestinationType;
  /** The transformation of its execution, or of the connection's rule if the execution is past retention. */
  transformation_id: string | null;
  transformation_name: string | null;
  execution_id: string | null;
  log_level: LogLevel | null;
}

export interface TracedAttempt {
  attempt_number: number;
  trigger: AttemptTrigger;
  status: AttemptStatus;
  response_status: number | null;
  error_code: DeliveryErrorCode | null;
  created_at: string;
  responded_at: string | null;
}

/**
 * An execution has the id of the payload that it made: the event's own id, or for a CLI that of the first event of the
 * same request and connection. The condition on its connection excludes the payload of another event that this one
 * replays.
 */
async function findTraced(db: Queryable, team_id: string, id: string): Promise<TracedEvent | null> {
  const { rows } = await db.query<TracedEvent>(
    `select events.id, events.status, events.attempts, events.next_attempt_at, events.updated_at, events.webhook_id,
       connections.rules, connections.edited_at, connections.deleted_at, connections.paused_at,
       connections.source_id, sources.name as source_name,
       connections.destination_id, destinations.name as destination_name, destinations.type as destination_type,
       transformations.id as transformation_id, transformations.name as transformation_name,
       executions.id as execution_id, executions.log_level
     from events
     join connections on connections.id = events.webhook_id
     join sources on sources.id = connections.source_id
     join destinations on destinations.id = connections.destination_id
     left join transformation_executions as executions
       on executions.team_id = events.team_id and executions.id = events.event_data_id
         and executions.webhook_id = events.webhook_id and left(executions.id::text, 32) = left(events.id::text, 32)
     left join transformations
       on transformations.id = coalesce(executions.transformation_id, (
         select (rule ->> 'transformation_id')::uuid from jsonb_array_elements(connections.rules) as rule
         where rule ->> 'type' = 'transform' limit 1))
     where events.team_id = $1 and events.id = $2`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

async function readTracedAttempts(db: Queryable, team_id: string, id: string): Promise<TracedAttempt[]> {
  const { rows } = await db.query<TracedAttempt>(
    `select attempt_number, trigger, status, response_status, error_code, created_at, responded_at
     from attempts
     where team_id = $1 and event_id = $2
       and (attempt_number = 1
         or attempt_number > (select attempts from events where team_id = $1 and id = $2) - $3)
     order by attempt_number`,
    [team_id, id, TRACE_NEWEST_ATTEMPTS],
  );
  return rows;
}

export async function readEventTrace(
  db: Queryable,
  team_id: string,
  id: string,
): Promise<{ event: TracedEvent; attempts: TracedAttempt[] } | null> {
  const [event, attempts] = await Promise.all([
    findTraced(db, team_id, id),
    readTracedAttempts(db, team_id, id),
  ]);
  return event && { event, attempts };
}
