/** How does a test without a gateway wait until events have followed their connections? It takes the steps itself. */
import { createLog } from "../log.ts";
import type { Queryable } from "../store/database.ts";
import { createFollowingTurn } from "../workers/following-events.ts";

export async function eventsFollowed(db: Queryable): Promise<void> {
  const turn = createFollowingTurn({ db, log: createLog(() => undefined) });
  while ((await turn()).isBehind);
}
