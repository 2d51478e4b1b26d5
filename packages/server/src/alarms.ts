/**
 * Which troubles of this process have begun and not ended?
 *
 * The code that meets a trouble raises its alarm, each time. The code that sees it gone ends the alarm. `/metrics` counts
 * what is raised here. The heartbeat writes what is active into the row of the process, so that every process can show
 * an admin the alarms of all of them. An alarm ends with its process at the latest.
 *
 * - `settling_refused`: the database refused to store how an attempt ended. Other attempts settle meanwhile and prove
 *   nothing about this one, so only time can end the alarm: an hour without another refusal.
 * - `take_over_failed`: a turn of the take-over failed. The next turn that succeeds ends it.
 * - `events_stranded`: an event of a dead process could not be released. The next pass of the sweep over all leases that
 *   releases every event it finds ends it.
 * - `reload_failed`: the routing table could not read a change. The next reload that succeeds ends it.
 */
import { ALARMS, type AlarmName } from "@posthorn/contract/alarms";

/** Long enough for a person to look at the dashboard, or for a retry of the event to be refused again. */
const QUIET_MS: Partial<Record<AlarmName, number>> = { settling_refused: 60 * 60 * 1000 };

/** When each alarm began, as ISO 8601 by the clock of this process: the database may be the trouble. */
export type ActiveAlarms = Partial<Record<AlarmName, string>>;

export interface AlarmReading {
  name: AlarmName;
  /** How often it was raised since this process started. */
  raised: number;
  isActive: boolean;
}

export interface Alarms {
  /** A raised alarm keeps the time at which it began. */
  raise: (name: AlarmName) => void;
  /** Does nothing if the alarm is not active. */
  end: (name: AlarmName) => void;
  active: () => ActiveAlarms;
  /** All alarms, also those that were never raised. */
  readings: () => AlarmReading[];
}

export function createAlarms(elapsedMs: () => number = () => performance.now()): Alarms {
  const raised = new Map<AlarmName, number>();
  const begun = new Map<AlarmName, { since: string; lastRaisedMs: number }>();

  const isQuiet = (name: AlarmName, lastRaisedMs: number) =>
    elapsedMs() - lastRaisedMs >= (QUIET_MS[name] ?? Number.POSITIVE_INFINITY);

  function active(): ActiveAlarms {
    for (const [name, { lastRaisedMs }] of begun) if (isQuiet(name, lastRaisedMs)) begun.delete(name);
    return Object.fromEntries([...begun].map(([name, { since }]) => [name, since]));
  }

  return {
    raise(name) {
      raised.set(name, (raised.get(name) ?? 0) + 1);
      const since = active()[name] ?? new Date().toISOString();
      begun.set(name, { since, lastRaisedMs: elapsedMs() });
    },
    end: (name) => void begun.delete(name),
    active,
    readings() {
      const now = active();
      return ALARMS.map((name) => ({
        name,
        raised: raised.get(name) ?? 0,
        isActive: now[name] !== undefined,
      }));
    },
  };
}
