/** When has the product indexed what was stored, so that a search need not read it? */
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";

/** The newest requests are not indexed until there are enough of them: see workers/search-indexing.ts. */
const NOT_INDEXED_AT_MOST = 40_000;
const INDEXED_WITHIN_MS = 60 * 60 * 1000;
const LOOK_EVERY_MS = 2_000;

const IS_BEHIND = `select count(*) > ${NOT_INDEXED_AT_MOST} as is_behind from (
  select from requests
  where id > coalesce((select up_to from search_sections order by up_to desc limit 1), '00000000-0000-0000-0000-000000000000')
  limit ${NOT_INDEXED_AT_MOST + 1}) as rest`;

export async function untilIndexed(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const beganAtMs = performance.now();
    while ((await client.query<{ is_behind: boolean }>(IS_BEHIND)).rows[0]?.is_behind) {
      if (performance.now() - beganAtMs > INDEXED_WITHIN_MS) throw new Error("The index did not catch up");
      await delay(LOOK_EVERY_MS);
    }
  } finally {
    await client.end();
  }
}
