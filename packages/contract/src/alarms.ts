/**
 * Which troubles of the product itself does an admin have to know of?
 *
 * A process raises an alarm when the trouble begins, and ends it when the trouble is over (the server's alarms.ts). The
 * same names are on the wire, in `/metrics` and in the rows of processes.
 */
export const ALARMS = ["settling_refused", "take_over_failed", "events_stranded", "reload_failed"] as const;
export type AlarmName = (typeof ALARMS)[number];
