/**
 * What do the endpoints answer behind the link that a CLI opens in the browser?
 *
 * They require a session: a person who sees the login must claim or refuse it, not a program.
 */
import * as contract from "@posthorn/contract/cli-logins";
import { isSamePlace } from "../../access/client-address.ts";
import { claimCliLogin, readCliLogin, refuseCliLogin } from "../../store/cli-logins.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Serve } from "../call.ts";
import { linkNotValid } from "./cli-auth-routes.ts";

export function serveCliLogins(serve: Serve, { db }: Pick<ApiDeps, "db">): void {
  serve(contract.getCliLogin, async ({ user_id, address, query: { key } }) => {
    const login = await readCliLogin(db, key, personIn(user_id));
    if (typeof login === "string") throw linkNotValid(login);
    return { ...login, is_from_here: isSamePlace(login.address, address) };
  });
  serve(contract.claimCliLogin, async ({ user_id, team_id, body: { key }, asCaller }) => {
    const reason = await claimCliLogin(asCaller, key, { user_id: personIn(user_id), team_id });
    if (reason) throw linkNotValid(reason);
    return { claimed: true as const };
  });
  serve(contract.refuseCliLogin, async ({ body: { key } }) => {
    const reason = await refuseCliLogin(db, key);
    if (reason) throw linkNotValid(reason);
    return { refused: true as const };
  });
}

/** These endpoints admit sessions only, and a session is a person's. */
function personIn(user_id: string | null): string {
  if (user_id === null) throw new Error("A session without a person");
  return user_id;
}
