/**
 * What belongs to an issue, and which issues does one thing have?
 *
 * Nothing is written down about it, because the issue's own keys say it. An event belongs to an issue of deliveries if
 * one of its attempts failed in that way, even if a later one succeeded. An execution belongs to an issue of its
 * transformation and its level, and an ignored event to the issue of the run that returned nothing.
 */
import { internalId, type IdKind } from "@posthorn/contract/ids";
import { type Conditions, internalIds } from "./conditions.ts";

/** How attempts say what they failed with, in the words of an issue's key. Also the expression of their index. */
export const FAILURE = "failure_of(attempts.status, attempts.error_code, attempts.response_status)";

/** The issues that are asked for, as rows of `issues`. `team` is bound already. */
function issuesNamed(
  conditions: Conditions,
  team: string,
  type: "delivery" | "transformation",
  ids: readonly string[],
): string {
  const bound = conditions.bind(internalIds("issue", ids));
  return `issues.team_id = ${team} and issues.id = any(${bound}::uuid[]) and issues.type = '${type}'`;
}

/** For conditions on `events`. */
export function whereEventOfIssue(
  conditions: Conditions,
  team: string,
  ids: readonly string[] | undefined,
): void {
  if (!ids) return;
  conditions.add(`exists (
    select from issues
    join attempts on attempts.team_id = issues.team_id and attempts.webhook_id = issues.subject_id
      and attempts.status = 'FAILED' and ${FAILURE} = issues.key
    where ${issuesNamed(conditions, team, "delivery", ids)} and attempts.event_id = events.id)`);
}

/** For conditions on executions, or on counts of them by transformation and level. No id at all asks for nothing. */
export function whereExecutionOfIssue(
  conditions: Conditions,
  team: string,
  ids: readonly string[] | undefined,
): void {
  if (!ids?.length) return;
  conditions.add(`(transformation_id, log_level) in (
    select subject_id, key from issues where ${issuesNamed(conditions, team, "transformation", ids)})`);
}

/** For conditions on `ignored_events`. */
export function whereIgnoredEventOfIssue(
  conditions: Conditions,
  team: string,
  ids: readonly string[] | undefined,
): void {
  if (!ids) return;
  conditions.add(`cause = 'TRANSFORMATION_FAILED' and meta ->> 'transformation_id' in (
    select subject_id::text from issues
    where ${issuesNamed(conditions, team, "transformation", ids)} and key = 'fatal')`);
}

const ITS_OWN = (_team: string, id: string) => `issues.subject_id = ${id}`;

/** Which issues a thing of each kind has. `team` and `id` are bound already. */
const CONCERNED: readonly (readonly [IdKind, (team: string, id: string) => string])[] = [
  ["connection", ITS_OWN],
  ["source", ITS_OWN],
  ["transformation", ITS_OWN],
  // Also those of the connections that lead to it: their titles name the destination.
  [
    "destination",
    (team, id) => `issues.subject_id = ${id} or issues.subject_id in (
      select connections.id from connections
      where connections.team_id = ${team} and connections.destination_id = ${id} and connections.deleted_at is null)`,
  ],
  // The opposite of `whereEventOfIssue`.
  [
    "event",
    (team, id) => `issues.type = 'delivery' and (issues.subject_id, issues.key) in (
      select attempts.webhook_id, ${FAILURE} from attempts
      where attempts.team_id = ${team} and attempts.event_id = ${id} and attempts.status = 'FAILED')`,
  ],
];

/** For conditions on `issues`. `publicId` says of which kind the thing is. Other kinds have no issues. */
export function whereIssueConcerns(conditions: Conditions, team: string, publicId: string | undefined): void {
  if (publicId === undefined) return;
  for (const [kind, issuesOf] of CONCERNED) {
    const id = internalId(kind, publicId);
    if (id !== null) return conditions.add(issuesOf(team, `${conditions.bind(id)}::uuid`));
  }
  conditions.addNever();
}
