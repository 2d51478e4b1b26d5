/**
 * What does everybody who uses the dashboard have to know now, and what an admin?
 *
 * The server offers it at `/dashboard-api/notice` without a session, because it has to be there when the database is not.
 * Alarms need the database, and the session of an admin.
 */
import * as z from "zod/mini";
import { ALARMS } from "./alarms.ts";

const Alarm = z.object({ name: z.enum(ALARMS), since: z.string() });
export type Alarm = z.output<typeof Alarm>;

export const Notice = z.object({
  /** Null: all is well. */
  notice: z.nullable(z.object({ text: z.string(), url: z.nullable(z.string()) })),
  /** Of all processes, each name once, the oldest first. Empty for callers who are no admin. */
  alarms: z.array(Alarm),
});
export type Notice = z.output<typeof Notice>;

export const NOTICE_PATH = "/notice";

export const NOT_READY_TEXT =
  "Posthorn cannot reach its database. Sources answer 503 until it is back, and deliveries wait. Nothing that was accepted is lost.";
