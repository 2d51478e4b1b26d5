/**
 * Every write to `plans` and `plan_offer`: what the operator offers.
 *
 * A version of a plan that was stored never changes, because organizations have it.
 */
import type { Plan } from "@posthorn/contract/plans";
import type { Queryable } from "./database.ts";

export type PlanContent = Omit<Plan, "id" | "version" | "is_legacy">;

/**
 * Versions that were stored before there was `over_limit` have none: they accept. Those from before `throughput_tiers` sell
 * no throughput.
 */
type LaterContent = "over_limit" | "throughput_tiers";
export type StoredContent = Omit<PlanContent, LaterContent> & Partial<Pick<PlanContent, LaterContent>>;

export interface PlanKey {
  id: string;
  version: number;
}

export interface PlanVersion extends PlanKey {
  content: PlanContent;
}

/** The ASCII codes of "plan": any number that no other code uses. */
const OFFER_LOCK = 0x706c616e;

/** Processes that start together come one after the other. */
export async function lockOffer(tx: Queryable): Promise<void> {
  await tx.query("select pg_advisory_xact_lock($1)", [OFFER_LOCK]);
}

/** `content` with what absent fields mean. */
function whole(content: string): string {
  return `jsonb_build_object('throughput_tiers', '[]'::jsonb,
    'over_limit', case when ${content} #>> '{limits,max_requests}' is not null then 'accept' end) || ${content}`;
}

/** Returns false if this version is stored with other content. */
export async function keepPlan(tx: Queryable, { id, version, content }: PlanVersion): Promise<boolean> {
  const { rows } = await tx.query<{ is_same: boolean }>(
    `with kept as (
       insert into plans (id, version, content) values ($1, $2, $3)
       on conflict (id, version) do nothing returning content)
     select ${whole("content")} = $3::jsonb as is_same from (
       select content from kept union all select content from plans where id = $1 and version = $2) as stored
     limit 1`,
    [id, version, JSON.stringify(content)],
  );
  return rows[0]?.is_same === true;
}

export interface NewOffer {
  /** In the operator's order. */
  offered: readonly PlanKey[];
  /** The plan of new organizations. */
  default_id: string;
  contact_url: string | null;
}

/** From now on plans are in force. */
export async function setOffer(tx: Queryable, { offered, default_id, contact_url }: NewOffer): Promise<void> {
  await tx.query(
    `insert into plan_offer (in_force, offered, default_id, contact_url) values (true, $1, $2, $3)
     on conflict (is_only) do update set in_force = true, offered = excluded.offered,
       default_id = excluded.default_id, contact_url = excluded.contact_url
     where (plan_offer.in_force, plan_offer.offered, plan_offer.default_id, plan_offer.contact_url)
       is distinct from (true, excluded.offered, excluded.default_id, excluded.contact_url)`,
    [JSON.stringify(offered.map(({ id, version }) => ({ id, version }))), default_id, contact_url],
  );
}

/** From now on nothing is limited. Subscriptions stay, for the day when plans come into force again. */
export async function liftPlans(db: Queryable): Promise<void> {
  await db.query("update plan_offer set in_force = false where in_force");
}
