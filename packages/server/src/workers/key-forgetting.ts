/** Deletes the keys that deduplicate rules no longer need. */
import type { Log } from "../log.ts";
import type { Queryable } from "../store/database.ts";
import { forgetOldKeys } from "../store/duplicate-keys.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 30_000;
const BATCH = 1_000;

export function createKeyForgetting(db: Queryable, log: Log): Loop {
  return repeat("key_forgetting", EVERY_MS, log, async () => {
    while (await forgetOldKeys(db, BATCH));
  });
}
