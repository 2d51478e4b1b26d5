/** What of the embedded database's own log a person at a terminal should see: what went wrong. */
import { type Log, createLog } from "../log.ts";
import { textFormat, uncoloured } from "../log-text.ts";

export const quietLog: Log = createLog(
  (line) => void process.stderr.write(`${line}\n`),
  "warn",
  textFormat(uncoloured),
);
