/**
 * What does everybody who uses the dashboard have to know now?
 *
 * The server offers it at `/dashboard-api/notice` without a session, because it has to be there when the database is not.
 */
import * as z from "zod/mini";

export const Notice = z.object({
  /** Null: all is well. */
  notice: z.nullable(z.object({ text: z.string(), url: z.nullable(z.string()) })),
});
export type Notice = z.output<typeof Notice>;

export const NOTICE_PATH = "/notice";

export const NOT_READY_TEXT =
  "Posthorn cannot reach its database. Sources answer 503 until it is back, and deliveries wait. Nothing that was accepted is lost.";
