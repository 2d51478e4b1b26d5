/**
 * Must people with this address use single sign-on?
 *
 * Whatever lets somebody in without the identity provider asks, and whatever changes how they get in. The owner keeps a
 * way in for the day on which the provider is down. Strangers cannot find out who that is: with a wrong password, the owner
 * gets the same answer as everybody at the domain.
 */
import type { Database } from "../store/database.ts";
import { findSsoDuty } from "../store/sso-connections.ts";
import { refusal, type AuthReply } from "./auth-reply.ts";

/** To everybody at the domain who asks for a link. */
export const RESET_NEEDS_SSO =
  "People with this address use single sign-on, so there is no password to reset. Only for the owner of the organization a link is on its way.";

/** Null: they may use something else. */
export async function whyOnlySso(db: Database, email: string): Promise<AuthReply | null> {
  return (await findSsoDuty(db, email)) === "required" ? refusal("SSO_REQUIRED") : null;
}
