/**
 * Every write to `cli_logins`, in the order of a login's life: a CLI begins it, a person claims
 * or refuses it, the CLI collects the key.
 *
 * The database's clock decides how long a login can be used. A row lock makes sure that it gives out only one key.
 */
import { randomBytes } from "node:crypto";
import { CLI_LOGINS_PER_ADDRESS_AND_HOUR, CLI_LOGIN_LIFETIME_MS } from "@posthorn/contract/limits";
import type { WhyNotValid } from "@posthorn/contract/cli-logins";
import { newId } from "../ids.ts";
import { hashOfKey } from "./api-keys.ts";
import { recogniseCliClient } from "./cli-clients.ts";
import { issueCliKey } from "./cli-keys.ts";
import type { Database, Queryable } from "./database.ts";

const SECRET_RANDOM_BYTES = 24;
/** Long enough to count the logins of an address, and to report that a link was already used. */
const KEPT_FOR = "1 hour";

export interface BegunLogin {
  /** For the person's browser. */
  linkKey: string;
  /** For the CLI. */
  pollKey: string;
}

/** Returns a number when the address must wait: the seconds until it may begin another login. */
export async function beginCliLogin(
  db: Database,
  device: { device_name: string; address: string; throttled_address: string },
): Promise<BegunLogin | number> {
  const [linkKey, pollKey] = [newSecret(), newSecret()];
  return db.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(3, hashtext($1))", [device.throttled_address]);
    const { rows } = await tx.query<{ retry_after_s: number }>(
      `select greatest(1, ceil(extract(epoch from begun_at + $2::interval - now())))::integer as retry_after_s
       from cli_logins where throttled_address = $1 and begun_at > now() - $2::interval
       order by begun_at desc offset $3 - 1 limit 1`,
      [device.throttled_address, KEPT_FOR, CLI_LOGINS_PER_ADDRESS_AND_HOUR],
    );
    if (rows[0]) return rows[0].retry_after_s;
    await forgetOldLogins(tx);
    await tx.query(
      `insert into cli_logins (id, link_hash, poll_hash, device_name, address, throttled_address)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        newId(),
        hashOfKey(linkKey),
        hashOfKey(pollKey),
        device.device_name,
        device.address,
        device.throttled_address,
      ],
    );
    return { linkKey, pollKey };
  });
}

function newSecret(): string {
  return randomBytes(SECRET_RANDOM_BYTES).toString("base64url");
}

/** Each login deletes more old rows than it adds. */
async function forgetOldLogins(tx: Queryable): Promise<void> {
  await tx.query(
    `delete from cli_logins where id in (
       select id from cli_logins where begun_at < now() - $1::interval limit 10 for update skip locked)`,
    [KEPT_FOR],
  );
}

export interface CliLogin {
  device_name: string;
  address: string;
  begun_at: string;
}

interface LoginRow extends CliLogin {
  id: string;
  is_expired: boolean;
  claimed_by: string | null;
  team_id: string | null;
  is_refused: boolean;
  is_collected: boolean;
}

const COLUMNS = `id, device_name, address, begun_at, claimed_by, team_id,
  refused_at is not null as is_refused, collected_at is not null as is_collected,
  begun_at < now() - $2 * interval '1 millisecond' as is_expired`;

async function findLogin(
  tx: Queryable,
  column: "link_hash" | "poll_hash",
  key: string,
): Promise<LoginRow | null> {
  const { rows } = await tx.query<LoginRow>(
    `select ${COLUMNS} from cli_logins where ${column} = $1 for update`,
    [hashOfKey(key), CLI_LOGIN_LIFETIME_MS],
  );
  return rows[0] ?? null;
}

/** Returns why this person cannot claim the login; null if they can, or already have. */
function whyNotClaimable(login: LoginRow | null, user_id: string): WhyNotValid | null {
  if (!login) return "unknown";
  if (login.claimed_by !== null) return login.claimed_by === user_id ? null : "used";
  if (login.is_refused) return "refused";
  return login.is_expired ? "expired" : null;
}

/** The login that the person is about to claim or refuse. Reading it changes nothing. */
export async function readCliLogin(
  db: Database,
  linkKey: string,
  user_id: string,
): Promise<(CliLogin & { is_claimed: boolean }) | WhyNotValid> {
  const login = await db.transaction((tx) => findLogin(tx, "link_hash", linkKey));
  const reason = whyNotClaimable(login, user_id);
  if (!login || reason) return reason ?? "unknown";
  const { device_name, address, begun_at } = login;
  return { device_name, address, begun_at, is_claimed: login.claimed_by !== null };
}

/** Returns null when it is claimed, now or earlier by the same person. */
export async function claimCliLogin(
  db: Database,
  linkKey: string,
  { user_id, team_id }: { user_id: string; team_id: string },
): Promise<WhyNotValid | null> {
  return db.transaction(async (tx) => {
    const login = await findLogin(tx, "link_hash", linkKey);
    const reason = whyNotClaimable(login, user_id);
    if (reason || !login || login.claimed_by !== null) return reason;
    await tx.query("update cli_logins set claimed_by = $2, team_id = $3, claimed_at = now() where id = $1", [
      login.id,
      user_id,
      team_id,
    ]);
    return null;
  });
}

/** Returns null when it is refused, now or earlier. A claimed login cannot be refused any more. */
export async function refuseCliLogin(db: Database, linkKey: string): Promise<WhyNotValid | null> {
  return db.transaction(async (tx) => {
    const login = await findLogin(tx, "link_hash", linkKey);
    if (!login) return "unknown";
    if (login.claimed_by !== null) return "used";
    if (login.is_refused) return null;
    if (login.is_expired) return "expired";
    await tx.query("update cli_logins set refused_at = now() where id = $1", [login.id]);
    return null;
  });
}

export interface CollectedKey {
  key: string;
  cli_id: string;
  user_id: string;
  team_id: string;
}

/** Returns null while no person has claimed it. */
export async function collectCliKey(
  db: Database,
  pollKey: string,
): Promise<CollectedKey | WhyNotValid | null> {
  return db.transaction(async (tx) => {
    const login = await findLogin(tx, "poll_hash", pollKey);
    if (!login) return "unknown";
    if (login.is_collected) return "used";
    if (login.is_refused) return "refused";
    if (login.is_expired) return "expired";
    const { claimed_by: user_id, team_id, device_name } = login;
    if (user_id === null || team_id === null) return null;
    const cli_id = await recogniseCliClient(tx, { team_id, device_name, user_id });
    const key = await issueCliKey(tx, { user_id, api_key_id: null, team_id, cli_id });
    await tx.query("update cli_logins set collected_at = now() where id = $1", [login.id]);
    return { key, cli_id, user_id, team_id };
  });
}

/** Deletes the logins that were claimed for a deleted project. */
export async function forgetCliLoginsOf(tx: Queryable, team_id: string): Promise<void> {
  await tx.query("delete from cli_logins where team_id = $1", [team_id]);
}
