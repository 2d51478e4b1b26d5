/**
 * How does everything end that opens an account?
 *
 * Anybody may have made an account with an address that nobody has confirmed. When its person comes from an organization
 * that has proven the domain of the address, what somebody else may know of the account must not open it any more.
 */
import { revokeCliKeysOf } from "../store/cli-keys.ts";
import type { Queryable } from "../store/database.ts";
import { removePasskeysOf } from "../store/passkeys.ts";
import { removePassword } from "../store/people.ts";
import { endSessionsOf } from "../store/sessions.ts";
import { removeTwoFactorOf } from "../store/two-factors.ts";
import { turnTwoFactorOff } from "../store/users.ts";
import { forgetTrustedBrowsers } from "../store/verifications.ts";

export async function endCredentials(tx: Queryable, user_id: string): Promise<void> {
  await removePassword(tx, user_id);
  await removePasskeysOf(tx, user_id);
  await removeTwoFactorOf(tx, user_id);
  await turnTwoFactorOff(tx, user_id);
  await endSessionsOf(tx, user_id);
  await revokeCliKeysOf(tx, user_id);
  await forgetTrustedBrowsers(tx, user_id);
}
