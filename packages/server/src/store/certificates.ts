/**
 * Every write to `certificates`, in the order of a certificate's life, and its reads.
 *
 * A row follows an active custom domain. `claimDueCertificates` is the lease of a step: it moves the time of the next one
 * before the step begins, and raises its number. All other writes name that number, so a process that was too slow
 * changes nothing. The order is at the certificate authority; the row has what the next step needs, whichever process
 * takes it.
 */
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { LIVE_PROJECTS } from "./projects.ts";
import type { Sealer } from "./seal.ts";

export const ACME_CHALLENGES = ["http-01", "dns-01"] as const;
export type AcmeChallenge = (typeof ACME_CHALLENGES)[number];

/** Why an order failed, as far as it decides what a person can do. */
export const CERTIFICATE_PROBLEMS = [
  "unreachable",
  "rate_limited",
  "file_not_found",
  "record_not_found",
  "forbidden_by_caa",
  "refused",
  "operator",
] as const;
export type CertificateProblem = (typeof CERTIFICATE_PROBLEMS)[number];

/** Adds a row for each active domain that has none, due at once. */
export async function addMissingCertificates(db: Queryable): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `select id from custom_domains
     where active_since is not null
       and not exists (select from certificates where custom_domain_id = custom_domains.id)
     limit 100`,
  );
  for (const { id } of rows)
    await db.query(
      `insert into certificates (id, team_id, custom_domain_id, hostname, next_step_at)
       select $1, team_id, id, hostname, now() from custom_domains where id = $2
       on conflict (custom_domain_id) do nothing`,
      [newId(), id],
    );
}

/** Names of the installation itself belong to no project. */
const NO_PROJECT = "00000000-0000-0000-0000-000000000000";

/** Adds a row for each of these names of the installation itself, due at once. */
export async function addOwnCertificates(db: Queryable, hostnames: readonly string[]): Promise<void> {
  for (const hostname of hostnames)
    await db.query(
      `insert into certificates (id, team_id, hostname, is_own, next_step_at) values ($1, $2, $3, true, now())
       on conflict (hostname) where is_own do nothing`,
      [newId(), NO_PROJECT, hostname],
    );
}

export interface DueCertificate {
  id: string;
  team_id: string;
  hostname: string;
  /** The number of this lease. */
  step: string;
  /** False: its domain was removed. */
  is_wanted: boolean;
  has_certificate: boolean;
  order_url: string | null;
  order_age_ms: number | null;
  /** Sealed. */
  order_key: Buffer | null;
  challenge: AcmeChallenge | null;
  challenge_token: string | null;
  challenge_answer: string | null;
  /** Since the proof was published. Null: it may not be. */
  challenge_age_ms: number | null;
  failures: number;
}

/**
 * Lends up to `limit` certificates that are due for a step. Each is due again after `leaseMs`, however the step ends. A
 * domain that is pending again keeps its certificate, and gets no other one until it is active. Of the installation's own
 * names, only those that it still has are renewed.
 */
export async function claimDueCertificates(
  db: Queryable,
  { limit, leaseMs, ownNames = [] }: { limit: number; leaseMs: number; ownNames?: readonly string[] },
): Promise<DueCertificate[]> {
  const { rows } = await db.query<DueCertificate>(
    `update certificates set next_step_at = now() + $2 * interval '1 millisecond', step = step + 1
     where id in (
       select certificates.id from certificates left join custom_domains on custom_domains.id = custom_domain_id
       where next_step_at <= now()
         and case when is_own then certificates.hostname = any ($3) else custom_domain_id is null or active_since is not null end
       order by next_step_at limit $1
       for update of certificates skip locked)
     returning id, team_id, hostname, step, is_own or custom_domain_id is not null as is_wanted, chain is not null as has_certificate,
       order_url, (date_part('epoch', now() - order_began_at) * 1000)::float8 as order_age_ms, order_key,
       challenge, challenge_token, challenge_answer,
       (date_part('epoch', now() - challenged_at) * 1000)::float8 as challenge_age_ms, failures`,
    [limit, leaseMs, ownNames],
  );
  return rows;
}

/** A row under the lease of this step. */
export type Leased = Pick<DueCertificate, "id" | "step">;

/** Each write returns whether the lease still holds. */
async function write(
  db: Queryable,
  { id, step }: Leased,
  changes: string,
  values: readonly unknown[],
): Promise<boolean> {
  const { rowCount } = await db.query(`update certificates set ${changes} where id = $1 and step = $2`, [
    id,
    step,
    ...values,
  ]);
  return rowCount > 0;
}

const IN_MS = "now() + $3 * interval '1 millisecond'";
const NO_ORDER = "order_url = null, order_began_at = null, order_key = null";
const NO_CHALLENGE =
  "challenge = null, challenge_token = null, challenge_answer = null, challenged_at = null";

export function beginOrder(db: Queryable, leased: Leased, order_url: string): Promise<boolean> {
  return write(db, leased, "order_url = $3, order_began_at = now(), order_key = null", [order_url]);
}

/** Every process answers for a file from now on. A record is not in DNS yet, but may be from now on. */
export function prepareChallenge(
  db: Queryable,
  leased: Leased,
  { challenge, token, answer }: { challenge: AcmeChallenge; token: string; answer: string },
): Promise<boolean> {
  const changes = "challenge = $3, challenge_token = $4, challenge_answer = $5, challenged_at = null";
  return write(db, leased, changes, [challenge, token, answer]);
}

export function recordChallengePublished(db: Queryable, leased: Leased): Promise<boolean> {
  return write(db, leased, "challenged_at = now()", []);
}

export function withdrawChallenge(db: Queryable, leased: Leased): Promise<boolean> {
  return write(db, leased, NO_CHALLENGE, []);
}

/** Before the authority gets the request: the certificate is of no use without its key. */
export function keepOrderKey(db: Queryable, leased: Leased, sealed: Buffer): Promise<boolean> {
  return write(db, leased, "order_key = $3", [sealed]);
}

export function waitForStep(db: Queryable, leased: Leased, waitMs: number): Promise<boolean> {
  return write(db, leased, `next_step_at = ${IN_MS}`, [waitMs]);
}

/** The order is gone at the authority. */
export function forgetOrder(db: Queryable, leased: Leased, waitMs: number): Promise<boolean> {
  return write(db, leased, `next_step_at = ${IN_MS}, ${NO_ORDER}`, [waitMs]);
}

export interface OrderFailure {
  problem: CertificateProblem;
  detail: string | null;
  waitMs: number;
  /** The authority could not be asked, so the order may still succeed. */
  keepsOrder: boolean;
}

export function recordOrderFailure(db: Queryable, leased: Leased, failure: OrderFailure): Promise<boolean> {
  const changes = `next_step_at = ${IN_MS}, problem = $4, problem_detail = $5, failures = failures + 1${failure.keepsOrder ? "" : `, ${NO_ORDER}`}`;
  return write(db, leased, changes, [failure.waitMs, failure.problem, failure.detail]);
}

export interface NewCertificate {
  /** PEM. */
  chain: string;
  /** Sealed. */
  key: Buffer;
  issued_at: Date;
  expires_at: Date;
  renewed_at: Date;
}

export function recordCertificate(
  db: Queryable,
  leased: Leased,
  { chain, key, issued_at, expires_at, renewed_at }: NewCertificate,
): Promise<boolean> {
  return write(
    db,
    leased,
    `next_step_at = greatest($3, now() + interval '1 minute'), chain = $4, key = $5, issued_at = $6, expires_at = $7,
     problem = null, problem_detail = null, failures = 0, ${NO_ORDER}`,
    [renewed_at, chain, key, issued_at, expires_at],
  );
}

export async function deleteCertificate(db: Queryable, { id, step }: Leased): Promise<void> {
  await db.query("delete from certificates where id = $1 and step = $2", [id, step]);
}

/** What the authority should get for this token at this host. */
export async function readChallengeAnswer(
  db: Queryable,
  { hostname, token }: { hostname: string; token: string },
): Promise<string | null> {
  const { rows } = await db.query<{ challenge_answer: string }>(
    `select challenge_answer from certificates
     where challenge_token = $2 and hostname = $1 and challenge = 'http-01' and (is_own or custom_domain_id is not null)`,
    [hostname, token],
  );
  return rows[0]?.challenge_answer ?? null;
}

export interface ServedVersion {
  id: string;
  hostname: string;
  /** Differs between two certificates of a host. */
  version: string;
}

/** Certificates that are in force, of domains that exist and of the installation's own names. */
const SERVED = `certificates left join ${LIVE_PROJECTS} on projects.id = certificates.team_id
  where chain is not null and expires_at > now()
    and (is_own or custom_domain_id is not null and projects.id is not null)`;

/** Those of the installation's own names come last. */
export async function readServedVersions(db: Queryable): Promise<ServedVersion[]> {
  const { rows } = await db.query<ServedVersion>(
    `select certificates.id, certificates.hostname, md5(chain) as version from ${SERVED} order by is_own`,
  );
  return rows;
}

export interface ServedCertificate extends ServedVersion {
  team_id: string;
  chain: string;
  /** Sealed. */
  key: Buffer;
}

export async function readServedCertificates(
  db: Queryable,
  ids: readonly string[],
): Promise<ServedCertificate[]> {
  const { rows } = await db.query<ServedCertificate>(
    `select certificates.id, certificates.hostname, certificates.team_id, chain, key, md5(chain) as version
     from ${SERVED} and certificates.id = any ($1::uuid[])`,
    [ids],
  );
  return rows;
}

/** PEM. */
export function openCertificateKey(
  { open }: Pick<Sealer, "open">,
  { team_id, id }: Pick<ServedCertificate, "team_id" | "id">,
  sealed: Buffer,
): string {
  return open(sealed, "certificates.key", { team_id, id });
}
