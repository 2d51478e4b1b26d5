/**
 * Which loops carry something out of Posthorn, or bring something in, that is no delivery?
 *
 * News of issues, invoices, metrics, audit logs, topics, looks at custom domains and their certificates. Each runs only in a
 * process that was given what it needs: an errand that is left out is another process's, or nobody's.
 */
import { createPushEntries, type EntryPushDeps } from "../audit-push/push-entries.ts";
import type { BillingDeps } from "../billing/bill-once.ts";
import type { Log } from "../log.ts";
import type { MetricsPush } from "../metrics/metrics-push.ts";
import type { Notifier } from "../notifications/notifier.ts";
import { createSendEntries } from "../pipeline/route/send-entries.ts";
import { type ReadTopics, createSendTopics } from "../pipeline/route/send-topics.ts";
import type { Database } from "../store/database.ts";
import type { Sealer } from "../store/seal.ts";
import { createAuditPushLoop } from "./audit-push.ts";
import { createBilling } from "./billing.ts";
import { type CertificatesDeps, createCertificates } from "./certificates.ts";
import { type DomainLooksDeps, createDomainLooks } from "./domain-looks.ts";
import { createMetricsPushLoop } from "./metrics-push.ts";
import { createNotifying } from "./notifying.ts";
import type { Loop } from "./repeat.ts";
import { createTopicSending } from "./topic-sending.ts";
import { createUsageNotices } from "./usage-notices.ts";

/** What each errand needs of its own. */
export interface Errands {
  /** Sends the metrics of projects to their providers. Without it, another process does. */
  pushMetrics?: MetricsPush["push"];
  /** Tells channels about issues. Without it, another process does. */
  notifier?: Notifier;
  /** Sends invoices and notices of usage. Null: there is no mail server. Left out: another process makes and sends them. */
  mail?: BillingDeps["mail"];
  /** Charges invoices to cards. Without it, another process does, or nobody. */
  cards?: BillingDeps["cards"];
  /** Says what topics are about. Without it, another process sends them. */
  readTopics?: ReadTopics;
  /** Pushes the entries of audit logs elsewhere. Without it, another process does. */
  auditPush?: Pick<EntryPushDeps, "callReceiver" | "readEntries" | "version">;
  /** How custom domains are proven. Without it, another process looks at them. */
  domains?: Pick<DomainLooksDeps, "dns" | "target">;
  /**
   * Posthorn orders the certificates of custom domains and ends TLS for them, with this port in their URLs. Without it, the
   * operator's proxy does.
   */
  certificates?: Omit<CertificatesDeps, "db" | "log" | "sealer"> & { httpsPort: number };
}

export interface ErrandsDeps extends Errands {
  db: Database;
  /** For those that look at much at once: they must not hold up the pipeline. */
  apiDb: Database;
  log: Log;
  sealer: Pick<Sealer, "open" | "seal">;
  publicUrl: string;
  /** How requests of our own come into sources. */
  intoSources: Parameters<typeof createSendTopics>[0];
}

export function createErrands(deps: ErrandsDeps): Loop[] {
  const { db, apiDb, log, sealer, publicUrl, intoSources } = deps;
  const { pushMetrics, notifier, mail, cards = null, readTopics, auditPush, domains, certificates } = deps;
  const loops: Loop[] = [];
  if (pushMetrics) loops.push(createMetricsPushLoop({ db: apiDb, log, sealer, push: pushMetrics }));
  if (notifier) loops.push(createNotifying({ db: apiDb, log, notifier, publicUrl }));
  if (mail !== undefined)
    loops.push(
      createBilling({ db: apiDb, log, mail, cards, publicUrl }),
      ...createUsageNotices({ db: apiDb, log, mail, publicUrl }),
    );
  if (domains) loops.push(createDomainLooks({ db, log, ...domains }));
  if (certificates) loops.push(createCertificates({ db, log, sealer, ...certificates }));
  if (readTopics)
    loops.push(createTopicSending({ db, log, readTopics, sendTopics: createSendTopics(intoSources) }));
  if (auditPush) {
    const sendEntries = createSendEntries(intoSources);
    loops.push(
      createAuditPushLoop({
        db,
        log,
        pushEntries: createPushEntries({ db, sealer, sendEntries, ...auditPush }),
      }),
    );
  }
  return loops;
}
