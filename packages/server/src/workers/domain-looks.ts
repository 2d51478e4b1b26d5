/**
 * Looks for the records of custom domains in DNS.
 *
 * Every process that delivers runs this; a claim gives each domain to one of them. A name server that does not answer
 * delays only the domains whose looks are under way. A claim that was never proven ends here, too.
 */
import { lookAtDomain } from "../domains/look-at-domain.ts";
import { nextLookMs } from "../domains/next-look.ts";
import type { Log } from "../log.ts";
import type { DnsRecords } from "../outbound/dns-records.ts";
import { type DueDomain, claimDueDomains, endUnprovenClaims, recordLook } from "../store/custom-domains.ts";
import type { Queryable } from "../store/database.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 2_000;
const AT_ONCE = 16;
/** Longer than any look takes: each of its few questions has a deadline of five seconds. */
const LEASE_MS = 60_000;

export interface DomainLooksDeps {
  db: Queryable;
  log: Log;
  dns: DnsRecords;
  /** The name, or the address, to which domains must lead. */
  target: string;
}

export function createDomainLooks(deps: DomainLooksDeps): Loop {
  const underWay = new Set<Promise<void>>();
  const loop = repeat("domain_looks", EVERY_MS, deps.log, async () => {
    for (const { id, team_id, hostname } of await endUnprovenClaims(deps.db))
      deps.log.info("custom_domain.claim_ended", { id, team_id, hostname });
    for (const look of await lookAtSome(deps, AT_ONCE - underWay.size)) {
      const ended = look
        .catch((error: unknown) => deps.log.warn("custom_domain.look_failed", { error })) // due again when its claim runs out
        .finally(() => underWay.delete(ended));
      underWay.add(ended);
    }
  });
  return {
    ...loop,
    async stop() {
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}

/** Claims up to so many domains and begins to look at them. Each promise ends with its domain. */
export async function lookAtSome(deps: DomainLooksDeps, limit: number): Promise<Promise<void>[]> {
  if (limit <= 0) return [];
  return (await claimDueDomains(deps.db, { limit, leaseMs: LEASE_MS })).map((due) => lookAtOne(deps, due));
}

async function lookAtOne({ db, log, dns, target }: DomainLooksDeps, due: DueDomain): Promise<void> {
  const findings = await lookAtDomain(dns, due, target);
  const waitMs = nextLookMs(findings, due.pending_for_ms, Math.random());
  const after = await recordLook(db, { id: due.id, ...findings, waitMs });
  if (!after) return; // it was removed meanwhile
  const { id, team_id, hostname } = due;
  const wasActive = due.active_since !== null;
  const isActive = after.active_since !== null;
  if (isActive !== wasActive)
    log.info(isActive ? "custom_domain.active" : "custom_domain.lost", {
      id,
      team_id,
      hostname,
      ...findings,
    });
}
