/**
 * Every write to `sso_domains`, in the order of a mail domain's life, and its reads.
 *
 * Any number of organizations may wait for the proof of a domain; one at a time has it. Changes hold the lock of the
 * organization.
 */
import { randomBytes } from "node:crypto";
import { SSO_DOMAINS_MAX } from "@posthorn/contract/limits";
import { newId } from "../ids.ts";
import type { Finding } from "./custom-domains.ts";
import type { Queryable } from "./database.ts";
import { MEMBERSHIPS } from "./members.ts";

export interface SsoDomainRow {
  id: string;
  organization_id: string;
  domain: string;
  txt_value: string;
  finding: Finding | null;
  checked_at: string | null;
  proven_at: string | null;
}

const COLUMNS = "id, organization_id, domain, txt_value, finding, checked_at, proven_at";
const TXT_RANDOM_BYTES = 24;

/** `taken`: the organization has it already. */
export async function insertSsoDomain(
  tx: Queryable,
  { organization_id, domain }: Pick<SsoDomainRow, "organization_id" | "domain">,
): Promise<SsoDomainRow | "taken" | "full"> {
  const counted = await tx.query<{ count: number }>(
    "select count(*)::int as count from sso_domains where organization_id = $1",
    [organization_id],
  );
  if ((counted.rows[0]?.count ?? 0) >= SSO_DOMAINS_MAX) return "full";
  const { rows } = await tx.query<SsoDomainRow>(
    `insert into sso_domains (id, organization_id, domain, txt_value) values ($1, $2, $3, $4)
     on conflict (organization_id, domain) do nothing
     returning ${COLUMNS}`,
    [newId(), organization_id, domain, `ph-verify=${randomBytes(TXT_RANDOM_BYTES).toString("base64url")}`],
  );
  return rows[0] ?? "taken";
}

/** Of one look. A proof stays until the domain is removed, or somebody else proves it. */
export async function recordSsoLook(tx: Queryable, id: string, finding: Finding): Promise<void> {
  await tx.query(
    `update sso_domains set finding = $2, checked_at = now(),
       proven_at = case when $2 = 'found' then coalesce(proven_at, now()) else proven_at end
     where id = $1`,
    [id, finding],
  );
}

/** Somebody else has proven the domain, and its record is no longer there. */
export async function loseSsoDomain(tx: Queryable, id: string, finding: Finding): Promise<void> {
  await tx.query("update sso_domains set finding = $2, checked_at = now(), proven_at = null where id = $1", [
    id,
    finding,
  ]);
}

/** Returns false if the organization has no such domain. */
export async function deleteSsoDomain(
  tx: Queryable,
  { organization_id, id }: Pick<SsoDomainRow, "organization_id" | "id">,
): Promise<boolean> {
  const { rowCount } = await tx.query("delete from sso_domains where organization_id = $1 and id = $2", [
    organization_id,
    id,
  ]);
  return rowCount > 0;
}

export interface CountedSsoDomain extends SsoDomainRow {
  /** Of the organization, with an address there. */
  members: number;
}

/** Oldest first. */
export async function readSsoDomains(db: Queryable, organization_id: string): Promise<CountedSsoDomain[]> {
  const { rows } = await db.query<CountedSsoDomain>(
    `select ${COLUMNS}, (
       select count(*)::int from ${MEMBERSHIPS} join users on users.id = members.user_id
       where members.organization_id = $1 and split_part(users.email, '@', -1) = sso_domains.domain) as members
     from sso_domains where organization_id = $1 order by id`,
    [organization_id],
  );
  return rows;
}

export async function findSsoDomain(
  db: Queryable,
  { organization_id, id }: Pick<SsoDomainRow, "organization_id" | "id">,
): Promise<SsoDomainRow | null> {
  const { rows } = await db.query<SsoDomainRow>(
    `select ${COLUMNS} from sso_domains where organization_id = $1 and id = $2`,
    [organization_id, id],
  );
  return rows[0] ?? null;
}

/** Waits for whoever changes it. */
export async function lockProvenSsoDomain(tx: Queryable, domain: string): Promise<SsoDomainRow | null> {
  const { rows } = await tx.query<SsoDomainRow>(
    `select ${COLUMNS} from sso_domains where domain = $1 and proven_at is not null for update`,
    [domain],
  );
  return rows[0] ?? null;
}

export async function findProvenSsoDomain(db: Queryable, domain: string): Promise<SsoDomainRow | null> {
  const { rows } = await db.query<SsoDomainRow>(
    `select ${COLUMNS} from sso_domains where domain = $1 and proven_at is not null`,
    [domain],
  );
  return rows[0] ?? null;
}

/** Members whose address is at a proven domain, and all; the owner is in neither number. */
export async function countSsoMembers(
  db: Queryable,
  organization_id: string,
): Promise<{ covered: number; others: number }> {
  const { rows } = await db.query<{ covered: number; others: number }>(
    `select count(*)::int as others, (count(*) filter (where exists (
       select from sso_domains where sso_domains.organization_id = $1 and proven_at is not null
         and domain = split_part(users.email, '@', -1))))::int as covered
     from ${MEMBERSHIPS} join users on users.id = members.user_id
     where members.organization_id = $1 and members.role <> 'owner'`,
    [organization_id],
  );
  return rows[0] ?? { covered: 0, others: 0 };
}
