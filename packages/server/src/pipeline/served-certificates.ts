/**
 * With which certificate does this process answer for a host name?
 *
 * All certificates of custom domains that are in force, in memory with their keys: no handshake waits for the database. The
 * database announces a new one, and each process replaces its own; connections that are open keep the one they began with.
 * A name that is not in memory is looked for once more, so that the first sender after an order does not come too soon.
 */
import { createAlarms } from "../alarms.ts";
import type { Log } from "../log.ts";
import {
  openCertificateKey,
  readServedCertificates,
  readServedVersions,
  type ServedVersion,
} from "../store/certificates.ts";
import type { Queryable } from "../store/database.ts";
import type { Sealer } from "../store/seal.ts";
import { type RoutingReloads, createRoutingReloads } from "./routing-reloads.ts";

/** PEM. The same object as long as it is the same certificate. */
interface Identity {
  cert: string;
  key: string;
}

export interface ServedCertificates extends Pick<RoutingReloads, "upToDate" | "stop"> {
  /** Null: there is no certificate for this name. At once, if there is one in memory. */
  of: (hostname: string) => Identity | Promise<Identity | null>;
  /** At once: null, if there is none in memory. */
  known: (hostname: string) => Identity | null;
  /** Reads those that have changed, until it succeeds. */
  reload: () => Promise<void>;
}

/** However many handshakes come with names that nobody has. */
const LOOKED_FOR_EVERY_MS = 1_000;

export function createServedCertificates({
  db,
  open,
  log,
}: {
  db: Queryable;
  open: Sealer["open"];
  log: Log;
}): ServedCertificates {
  const byHostname = new Map<string, { version: string; identity: Identity }>();
  const reloads = createRoutingReloads({ read, log, alarms: createAlarms() });
  let lookedForAtMs = -Infinity;

  function isNew({ hostname, version }: ServedVersion): boolean {
    return byHostname.get(hostname)?.version !== version;
  }

  async function read(): Promise<void> {
    // A name of the installation may be claimed as a domain, too: the last entry counts.
    const found = await readServedVersions(db);
    const versions = [...new Map(found.map((one) => [one.hostname, one])).values()];
    const changed = versions.filter(isNew).map(({ id }) => id);
    const rows = changed.length > 0 ? await readServedCertificates(db, changed) : [];
    for (const row of rows) {
      try {
        const identity = { cert: row.chain, key: openCertificateKey({ open }, row, row.key) };
        byHostname.set(row.hostname, { version: row.version, identity });
      } catch (error) {
        log.error("certificate.unreadable", { id: row.id, hostname: row.hostname, error }); // the others are served
      }
    }
    const served = new Set(versions.map(({ hostname }) => hostname));
    for (const hostname of byHostname.keys()) if (!served.has(hostname)) byHostname.delete(hostname);
  }

  async function lookFor(hostname: string): Promise<Identity | null> {
    const nowMs = performance.now();
    if (nowMs - lookedForAtMs < LOOKED_FOR_EVERY_MS) return null;
    lookedForAtMs = nowMs;
    await reloads.reload();
    return byHostname.get(hostname)?.identity ?? null;
  }

  return {
    of: (hostname) => byHostname.get(hostname)?.identity ?? lookFor(hostname),
    known: (hostname) => byHostname.get(hostname)?.identity ?? null,
    reload: () => reloads.reload(),
    upToDate: reloads.upToDate,
    stop: reloads.stop,
  };
}
