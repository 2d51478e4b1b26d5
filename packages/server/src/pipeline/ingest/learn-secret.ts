/**
 * How does a source get the secret that its provider sends once, in a challenge?
 *
 * The secret is sealed into the row of the source, and only while the row has none: no sender can replace a secret. The
 * routing table reads the source again before the provider gets its reply, so this process verifies the first request
 * after it. Other processes hear of the change like of any other.
 */
import type { Log } from "../../log.ts";
import type { Queryable } from "../../store/database.ts";
import type { Sealer } from "../../store/seal.ts";
import { setFirstSourceAuth } from "../../store/sources.ts";
import type { RoutingTable } from "../routing-table.ts";
import type { SourceRoute } from "../source-route.ts";
import type { LearnedSecret } from "./verify/verification.ts";

export type LearnSecret = (
  source: Pick<SourceRoute, "teamKey" | "key">,
  secret: LearnedSecret,
) => Promise<void>;

export interface LearnSecretDeps {
  db: Queryable;
  seal: Sealer["seal"];
  routing: Pick<RoutingTable, "reload">;
  log: Log;
}

export function createLearnSecret({ db, seal, routing, log }: LearnSecretDeps): LearnSecret {
  return async ({ teamKey, key }, { type, auth }) => {
    const row = { team_id: teamKey, id: key };
    const sealed = seal(JSON.stringify(auth), "sources.auth", row);
    const isFirst = await setFirstSourceAuth(db, row, { type, auth: sealed });
    await routing.reload(key);
    if (isFirst) log.info("source.secret_learned", { source: key, type });
  };
}
