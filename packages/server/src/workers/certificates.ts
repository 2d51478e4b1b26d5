/**
 * Orders and renews the certificates of custom domains, and of the installation's own names.
 *
 * Every process that delivers runs this; a claim gives each certificate to one of them. An authority or a command that
 * does not answer delays only the orders that wait for it.
 */
import { type OrderingDeps, STEP_LEASE_MS, createOrdering } from "../domains/order-certificate.ts";
import { within } from "../inbound/orderly-stop.ts";
import type { Log } from "../log.ts";
import { addMissingCertificates, addOwnCertificates, claimDueCertificates } from "../store/certificates.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 1_000;
const AT_ONCE = 8;
const STOPPED_WITHIN_MS = 5_000;

export type CertificatesDeps = OrderingDeps & {
  log: Log;
  /** Host names of the installation itself that need certificates. */
  ownNames: readonly string[];
};

export function createCertificates(deps: CertificatesDeps): Loop {
  const ordering = createOrdering(deps);
  const underWay = new Set<Promise<void>>();
  const loop = repeat("certificates", EVERY_MS, deps.log, async () => {
    await addOwnCertificates(deps.db, deps.ownNames);
    await addMissingCertificates(deps.db);
    const limit = AT_ONCE - underWay.size;
    if (limit <= 0) return;
    const asked = { limit, leaseMs: STEP_LEASE_MS, ownNames: deps.ownNames };
    for (const due of await claimDueCertificates(deps.db, asked)) {
      const turn = ordering
        .takeTurn(due)
        .catch((error: unknown) => deps.log.warn("certificate.turn_failed", { error })) // due again when its lease runs out
        .finally(() => underWay.delete(turn));
      underWay.add(turn);
    }
  });
  return {
    ...loop,
    async stop() {
      await loop.stop();
      await within(STOPPED_WITHIN_MS, Promise.all(underWay)); // another process goes on with what is left
    },
  };
}
