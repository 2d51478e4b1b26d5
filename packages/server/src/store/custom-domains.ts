/**
 * Every write to `custom_domains`, in the order of a domain's life, and its reads.
 *
 * A claim is pending until its records are found in DNS, and ends if that takes too long. An active domain stays active
 * while its records are wrong for some days. `claimDueDomains` is the lease of a look: it moves the time of the next one
 * before the look begins. So two processes never look at the same domain at the same time, and if one dies, the domain is
 * due again soon.
 */
import { randomBytes } from "node:crypto";
import type { RecordFinding } from "@posthorn/contract/custom-domains";
import {
  CUSTOM_DOMAINS_MAX,
  CUSTOM_DOMAIN_CLAIM_DAYS,
  CUSTOM_DOMAIN_LOST_ENDS_DAYS,
} from "@posthorn/contract/limits";
import { createdAt, newId } from "../ids.ts";
import type { CertificateProblem } from "./certificates.ts";
import type { Database, Queryable } from "./database.ts";
import { UPDATED } from "./edited.ts";
import { ALL_PROJECTS, LIVE_PROJECTS } from "./projects.ts";

export const CUSTOM_DOMAINS_CHANNEL = "custom_domains";

/** What a look can find. */
export type Finding = Exclude<RecordFinding, "unchecked">;

export interface CustomDomainRow {
  id: string;
  team_id: string;
  hostname: string;
  txt_value: string;
  /** Null before the first look. */
  routing_finding: Finding | null;
  ownership_finding: Finding | null;
  checked_at: string | null;
  /** Null while it is active. */
  pending_since: string | null;
  /** Null while it is pending. */
  active_since: string | null;
  /** Since when the records of an active domain are wrong; null if they are right. */
  lost_since: string | null;
  updated_at: string;
}

const COLUMNS =
  "id, team_id, hostname, txt_value, routing_finding, ownership_finding, checked_at, pending_since, active_since, lost_since, updated_at";
const TXT_RANDOM_BYTES = 24;

export async function insertCustomDomain(
  db: Database,
  { team_id, hostname }: Pick<CustomDomainRow, "team_id" | "hostname">,
): Promise<CustomDomainRow | "taken" | "full"> {
  return db.transaction(async (tx) => {
    // Without the lock, two people could both claim the last domain that there is room for.
    await tx.query(`select 1 from ${ALL_PROJECTS} where id = $1 for no key update`, [team_id]);
    const counted = await tx.query<{ count: number }>(
      "select count(*)::int as count from custom_domains where team_id = $1",
      [team_id],
    );
    if ((counted.rows[0]?.count ?? 0) >= CUSTOM_DOMAINS_MAX) return "full";
    const id = newId();
    const { rows } = await tx.query<CustomDomainRow>(
      `insert into custom_domains (id, team_id, hostname, txt_value, next_check_at, pending_since, updated_at)
       values ($1, $2, $3, $4, now(), now(), $5)
       on conflict (hostname) do nothing
       returning ${COLUMNS}`,
      [id, team_id, hostname, randomBytes(TXT_RANDOM_BYTES).toString("base64url"), createdAt(id)],
    );
    return rows[0] ?? "taken";
  });
}

/** What people see of the certificate that Posthorn has ordered. */
export interface SeenCertificate {
  /** As PostgreSQL writes it. Null: there is none yet. */
  expires_at: string | null;
  is_in_force: boolean;
  /** Why the last order failed; null: none has since the certificate. */
  problem: CertificateProblem | null;
  problem_detail: string | null;
  failures: number;
}

/** The certificate is null if none was ordered. */
export type SeenCustomDomain = CustomDomainRow & { certificate: SeenCertificate | null };

/** Oldest first. */
export async function readCustomDomains(db: Queryable, team_id: string): Promise<SeenCustomDomain[]> {
  const { rows } = await db.query<SeenCustomDomain>(
    `select ${COLUMNS}, (
       select jsonb_build_object('expires_at', expires_at, 'is_in_force', coalesce(expires_at > now(), false),
         'problem', problem, 'problem_detail', problem_detail, 'failures', failures)
       from certificates where custom_domain_id = custom_domains.id) as certificate
     from custom_domains where team_id = $1 order by id`,
    [team_id],
  );
  return rows;
}

/** A host name as ingest knows it. */
export interface KnownDomain {
  hostname: string;
  team_id: string;
  is_active: boolean;
  /** One of ours, that is in force. */
  has_certificate: boolean;
}

/** All domains of projects that are not deleted. Of each project the one that is active for longest comes first. */
export async function readKnownDomains(db: Queryable): Promise<KnownDomain[]> {
  const { rows } = await db.query<KnownDomain>(
    `select custom_domains.hostname, custom_domains.team_id, active_since is not null as is_active,
       coalesce(certificates.expires_at > now(), false) as has_certificate
     from custom_domains join ${LIVE_PROJECTS} on projects.id = team_id
     left join certificates on custom_domain_id = custom_domains.id
     order by active_since, custom_domains.id`,
  );
  return rows;
}

export interface DueDomain extends Pick<
  CustomDomainRow,
  "id" | "team_id" | "hostname" | "txt_value" | "active_since"
> {
  /** By the database's clock; null while it is active. */
  pending_for_ms: number | null;
}

/** Lends up to `limit` domains that are due for a look. Each is due again after `leaseMs`, however the look ends. */
export async function claimDueDomains(
  db: Queryable,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<DueDomain[]> {
  const { rows } = await db.query<DueDomain>(
    `update custom_domains set next_check_at = now() + $2 * interval '1 millisecond'
     where id in (
       select id from custom_domains where next_check_at <= now()
       order by next_check_at limit $1
       for update skip locked)
     returning id, team_id, hostname, txt_value, active_since,
       (date_part('epoch', now() - pending_since) * 1000)::float8 as pending_for_ms`,
    [limit, leaseMs],
  );
  return rows;
}

export interface Look {
  id: string;
  routing: Finding;
  ownership: Finding;
  /** Until the next look. */
  waitMs: number;
}

/**
 * Writes what a look has found, and what follows from it. Only an answer can take a proof away: while no name server
 * answers, an active domain stays as it is.
 */
export async function recordLook(db: Queryable, look: Look): Promise<CustomDomainRow | null> {
  const findings = [look.routing, look.ownership];
  const isProven = findings.every((finding) => finding === "found");
  const isRefuted = findings.some((finding) => finding === "missing" || finding === "wrong");
  const { rows } = await db.query<CustomDomainRow>(
    `update custom_domains
     set routing_finding = $2, ownership_finding = $3, checked_at = now(),
       next_check_at = now() + $4 * interval '1 millisecond',
       active_since = case when now_is.active then coalesce(active_since, now()) end,
       pending_since = case when not now_is.active then coalesce(pending_since, now()) end,
       lost_since = case when not now_is.active or $5 then null when $6 then coalesce(lost_since, now()) else lost_since end,
       ${UPDATED}
     from (
       select id as looked_at,
         $5 or (active_since is not null
           and not ($6 and coalesce(lost_since < now() - $7 * interval '1 day', false))) as active
       from custom_domains where id = $1 for update) as now_is
     where id = looked_at
     returning ${COLUMNS}`,
    [look.id, look.routing, look.ownership, look.waitMs, isProven, isRefuted, CUSTOM_DOMAIN_LOST_ENDS_DAYS],
  );
  return rows[0] ?? null;
}

/** Returns those whose claim has ended. */
export async function endUnprovenClaims(
  db: Queryable,
): Promise<Pick<CustomDomainRow, "id" | "team_id" | "hostname">[]> {
  const { rows } = await db.query<CustomDomainRow>(
    `delete from custom_domains where pending_since < now() - $1 * interval '1 day' returning id, team_id, hostname`,
    [CUSTOM_DOMAIN_CLAIM_DAYS],
  );
  return rows;
}

export async function deleteCustomDomain(db: Queryable, team_id: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query("delete from custom_domains where team_id = $1 and id = $2", [
    team_id,
    id,
  ]);
  return rowCount > 0;
}

/** For a deleted project: others can claim its host names at once. */
export async function deleteCustomDomainsOf(tx: Queryable, team_id: string): Promise<void> {
  await tx.query("delete from custom_domains where team_id = $1", [team_id]);
}
