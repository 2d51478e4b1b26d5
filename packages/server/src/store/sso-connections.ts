/**
 * Every write to `sso_connections`, in the order of a connection's life, and who must use one.
 *
 * Changes hold the lock of the organization (organizations.ts). A test counts for the settings that it has tried: another
 * provider, client, secret or sign-in URL forgets it and turns the sign-on off, and so does the removal of the certificate with
 * which it has worked.
 */
import type { SsoMode } from "@posthorn/contract/sso";
import type { GrantedRole } from "@posthorn/contract/roles";
import type { Queryable } from "./database.ts";
import { MEMBERSHIPS } from "./members.ts";

interface OidcColumns {
  kind: "oidc";
  client_id: string;
  /** Sealed for "sso_connections.client_secret" and `ssoSecretRow`. */
  client_secret: Buffer;
  sign_in_url: null;
  certificates: null;
  tested_certificate: null;
}

interface SamlColumns {
  kind: "saml";
  client_id: null;
  client_secret: null;
  sign_in_url: string;
  /** PEM. */
  certificates: string[];
  /** The fingerprint of the one with which the last test has worked. */
  tested_certificate: string | null;
}

interface SharedColumns {
  organization_id: string;
  issuer: string;
  default_role: GrantedRole;
  mode: SsoMode;
  mode_since: string;
  tested_at: string | null;
  tested_email: string | null;
  tested_ms: number | null;
}

export type OidcConnectionRow = SharedColumns & OidcColumns;
export type SamlConnectionRow = SharedColumns & SamlColumns;
export type SsoConnectionRow = OidcConnectionRow | SamlConnectionRow;

const COLUMNS = `organization_id, kind, issuer, client_id, client_secret, sign_in_url, certificates, default_role, mode,
  mode_since, tested_at, tested_email, tested_ms, tested_certificate`;

/** The row to which a secret is bound. An organization is its own project. */
export function ssoSecretRow(organization_id: string): { team_id: string; id: string } {
  return { team_id: organization_id, id: organization_id };
}

export interface SsoSettingsRow extends Pick<
  OidcConnectionRow,
  "organization_id" | "issuer" | "client_id" | "default_role"
> {
  /** Null: the stored one stays. */
  client_secret: Buffer | null;
}

/** Who a member is at one provider says nothing about another one, so these bonds end with it. */
async function leaveOtherProvider(
  tx: Queryable,
  { organization_id, kind, issuer }: Pick<SsoConnectionRow, "organization_id" | "kind" | "issuer">,
): Promise<void> {
  await tx.query(
    "delete from sso_connections where organization_id = $1 and (kind, issuer) is distinct from ($2, $3)",
    [organization_id, kind, issuer],
  );
}

export async function saveSamlConnection(
  tx: Queryable,
  row: Pick<
    SamlConnectionRow,
    "organization_id" | "issuer" | "sign_in_url" | "certificates" | "default_role"
  >,
): Promise<void> {
  const { organization_id, issuer, sign_in_url, certificates, default_role } = row;
  await leaveOtherProvider(tx, { organization_id, kind: "saml", issuer });
  await tx.query(
    `insert into sso_connections (organization_id, kind, issuer, sign_in_url, certificates, default_role)
     values ($1, 'saml', $2, $3, $4, $5)
     on conflict (organization_id) do update set sign_in_url = excluded.sign_in_url,
       certificates = excluded.certificates, default_role = excluded.default_role`,
    [organization_id, issuer, sign_in_url, certificates, default_role],
  );
}

export async function saveSsoConnection(tx: Queryable, settings: SsoSettingsRow): Promise<void> {
  const { organization_id, issuer, client_id, client_secret, default_role } = settings;
  await leaveOtherProvider(tx, { organization_id, kind: "oidc", issuer });
  if (client_secret) {
    await tx.query(
      `insert into sso_connections as connection (organization_id, issuer, client_id, client_secret, default_role)
       values ($1, $2, $3, $4, $5)
       on conflict (organization_id) do update set client_id = excluded.client_id,
         client_secret = excluded.client_secret, default_role = excluded.default_role`,
      [organization_id, issuer, client_id, client_secret, default_role],
    );
    return;
  }
  await tx.query("update sso_connections set client_id = $2, default_role = $3 where organization_id = $1", [
    organization_id,
    client_id,
    default_role,
  ]);
}

/** A test with the earlier settings proves nothing about the present ones. */
export async function forgetSsoTest(tx: Queryable, organization_id: string): Promise<void> {
  await tx.query(
    `update sso_connections set tested_at = null, tested_email = null, tested_ms = null, tested_certificate = null,
       mode = 'off',
       mode_since = case when mode = 'off' then mode_since else now() end
     where organization_id = $1`,
    [organization_id],
  );
}

export interface SsoTestResult {
  email: string;
  duration_ms: number;
  /** With which a SAML provider has signed; null with OpenID Connect. */
  certificate: string | null;
}

/** Returns false if the connection has other settings by now: each save seals a secret to other bytes. */
export async function recordSsoTest(
  db: Queryable,
  { organization_id, issuer, client_id, client_secret, sign_in_url, certificates }: SsoConnectionRow,
  { email, duration_ms, certificate }: SsoTestResult,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update sso_connections
     set tested_at = now(), tested_email = $7, tested_ms = $8, tested_certificate = $9
     where organization_id = $1
       and (issuer, client_id, client_secret, sign_in_url, certificates) is not distinct from ($2, $3, $4, $5, $6::text[])`,
    [
      organization_id,
      issuer,
      client_id,
      client_secret,
      sign_in_url,
      certificates,
      email,
      duration_ms,
      certificate,
    ],
  );
  return rowCount > 0;
}

export async function setSsoModeOf(tx: Queryable, organization_id: string, mode: SsoMode): Promise<void> {
  await tx.query(
    "update sso_connections set mode = $2, mode_since = now() where organization_id = $1 and mode <> $2",
    [organization_id, mode],
  );
}

export async function deleteSsoConnection(tx: Queryable, organization_id: string): Promise<void> {
  await tx.query("delete from sso_connections where organization_id = $1", [organization_id]);
}

export async function findSsoConnection(
  db: Queryable,
  organization_id: string,
): Promise<SsoConnectionRow | null> {
  const { rows } = await db.query<SsoConnectionRow>(
    `select ${COLUMNS} from sso_connections where organization_id = $1`,
    [organization_id],
  );
  return rows[0] ?? null;
}

/** The connection that people with an address at this domain can use. */
export async function findSsoOfDomain(db: Queryable, domain: string): Promise<SsoConnectionRow | null> {
  const { rows } = await db.query<SsoConnectionRow>(
    `select ${COLUMNS} from sso_connections
     where mode <> 'off' and organization_id = (
       select organization_id from sso_domains where domain = $1 and proven_at is not null)`,
    [domain],
  );
  return rows[0] ?? null;
}

/** Whether people with this address must use single sign-on. `owner`: the one who keeps another way in. */
export async function findSsoDuty(db: Queryable, email: string): Promise<"none" | "required" | "owner"> {
  const { rows } = await db.query<{ is_owner: boolean }>(
    `select exists (
       select from ${MEMBERSHIPS} join users on users.id = members.user_id
       where members.organization_id = sso_connections.organization_id
         and members.role = 'owner' and users.email = $1) as is_owner
     from sso_domains join sso_connections on sso_connections.organization_id = sso_domains.organization_id
     where sso_domains.domain = split_part($1, '@', -1) and sso_domains.proven_at is not null
       and sso_connections.mode = 'required'`,
    [email.toLowerCase()],
  );
  const [found] = rows;
  return found ? (found.is_owner ? "owner" : "required") : "none";
}

/** Whether the organization uses single sign-on or directory sync, and whether one of them is how this person belongs to it. */
export async function readSsoUse(
  db: Queryable,
  { organization_id, user_id }: { organization_id: string; user_id: string },
): Promise<{ uses_sso: boolean; is_sso_user: boolean }> {
  const { rows } = await db.query<{ uses_sso: boolean; is_sso_user: boolean }>(
    `select exists (select from sso_connections where organization_id = $1 and mode <> 'off')
              or exists (select from directories where organization_id = $1) as uses_sso,
            exists (select from sso_people where organization_id = $1 and user_id = $2)
              or exists (select from directory_people where organization_id = $1 and user_id = $2) as is_sso_user`,
    [organization_id, user_id],
  );
  return rows[0] ?? { uses_sso: false, is_sso_user: false };
}
