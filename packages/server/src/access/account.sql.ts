/** Who has this session, and what does the page of their own account show? */
import type { Account } from "@posthorn/contract/account";
import { CLI_KEY_UNUSED_MAX_DAYS } from "@posthorn/contract/limits";
import type { Queryable } from "../store/database.ts";
import { readOwnedOrganizations } from "../store/members.ts";

/** The person of a session, for calls that change their account. */
export interface Person {
  user_id: string;
  session_id: string;
  email: string;
  has_two_factor: boolean;
  /** False: they have only ever come through single sign-on. */
  has_password: boolean;
}

/** Returns null when there is no such session, or it has ended. */
export async function findPerson(db: Queryable, token: string): Promise<Person | null> {
  const { rows } = await db.query<Person>(
    `select users.id as user_id, sessions.id as session_id, users.email,
            users.two_factor_enabled as has_two_factor,
            exists (select from accounts where accounts.user_id = users.id and password is not null) as has_password
     from sessions join users on users.id = sessions.user_id
     where sessions.token = $1 and sessions.expires_at > now()`,
    [token],
  );
  return rows[0] ?? null;
}

interface AccountRow extends Pick<Account, "name" | "email" | "password_changed_at"> {
  two_factor_since: string | null;
  new_email: string | null;
  sent_at: string | null;
}

export interface StoredAccount extends Omit<Account, "two_factor" | "can_send_mail"> {
  two_factor_since: string | null;
}

export async function readAccount(db: Queryable, { user_id, session_id }: Person): Promise<StoredAccount> {
  const { rows } = await db.query<AccountRow>(
    `select users.name, users.email, two_factors.confirmed_at as two_factor_since,
            case when accounts.password is not null then accounts.updated_at end as password_changed_at, new_email, sent_at
     from users
     join accounts on accounts.user_id = users.id and accounts.provider_id = 'credential'
     left join two_factors on two_factors.user_id = users.id and users.two_factor_enabled
     left join email_changes on email_changes.user_id = users.id
     where users.id = $1`,
    [user_id],
  );
  const [row] = rows;
  if (!row) throw new Error("A person with a session has no account");
  const { new_email, sent_at, ...account } = row;
  return {
    ...account,
    email_change: new_email && sent_at ? { new_email, sent_at } : null,
    passkeys: await readPasskeys(db, user_id),
    sessions: await readSessions(db, user_id, session_id),
    owned_organizations: await readOwnedOrganizations(db, user_id),
  };
}

async function readPasskeys(db: Queryable, user_id: string): Promise<Account["passkeys"]> {
  const { rows } = await db.query<Account["passkeys"][number]>(
    `select id, name, created_at, last_used_at,
            case when 'internal' = any(string_to_array(transports, ',')) then 'device' else 'security_key' end as kind
     from passkeys where user_id = $1 order by created_at, id`,
    [user_id],
  );
  return rows;
}

/** The browser that asks comes first, then those that were used last. */
async function readSessions(
  db: Queryable,
  user_id: string,
  session_id: string,
): Promise<Account["sessions"]> {
  const { rows } = await db.query<Account["sessions"][number]>(
    `select id, 'browser' as kind, user_agent as device, ip_address as address, updated_at as last_used_at,
            id = $2 as is_current
     from sessions where user_id = $1 and expires_at > now()
     union all
     select cli_keys.id, 'cli', cli_clients.device_name, null, cli_keys.last_used_at, false
     from cli_keys join cli_clients on cli_clients.id = cli_keys.cli_id
     where cli_keys.user_id = $1 and cli_keys.last_used_at > now() - $3 * interval '1 day'
     order by is_current desc, last_used_at desc, id`,
    [user_id, session_id, CLI_KEY_UNUSED_MAX_DAYS],
  );
  return rows;
}
