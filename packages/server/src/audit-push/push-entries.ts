/**
 * How do the next entries of an organization leave the product?
 *
 * In the order in which they were made, a batch at a time: into a source, where one commit stores the requests and records
 * the push, or to a receiver of OpenTelemetry, where the push is recorded after the receiver has taken it. A process that
 * dies in between pushes the batch again, and receivers know entries by their ids.
 */
import type { WholeAuditEntry } from "@posthorn/contract/audit-log";
import { publicId } from "@posthorn/contract/ids";
import { otlpUrl } from "../outbound/otlp-url.ts";
import type { CallProvider } from "../outbound/provider-call.ts";
import type { SendEntries } from "../pipeline/route/send-entries.ts";
import { readRetryAfter } from "../pipeline/schedule/retry-after.ts";
import {
  auditPushPlace,
  type ClaimedAuditPush,
  findSourceToPush,
  readUnpushed,
  recordPushedEntries,
} from "../store/audit-pushes.ts";
import type { Queryable } from "../store/database.ts";
import type { Sealer } from "../store/seal.ts";
import { entriesAtOnce } from "./next-try.ts";
import { AuditReceiver } from "./receiver.ts";

/** What the entries of a batch keep of before and after. */
const BATCH_BYTES = 1024 * 1024;
const BATCH_ENTRIES = { receiver: 100, source: 20 };

/** These entries as an export has them, in the order of their ids. */
export type ReadEntries = (organization_id: string, ids: readonly string[]) => Promise<KeptEntry[]>;
export interface KeptEntry {
  id: string;
  entry: WholeAuditEntry;
}

export interface EntryPushDeps {
  db: Queryable;
  sealer: Pick<Sealer, "open">;
  version: string;
  readEntries: ReadEntries;
  sendEntries: SendEntries;
  callReceiver: CallProvider;
}

/** Null: they arrived. */
export type PushFailure = { error: string; retryAfterMs: number | null } | null;

export type PushEntries = (push: ClaimedAuditPush) => Promise<PushFailure>;

export function createPushEntries(deps: EntryPushDeps): PushEntries {
  const { db, sealer, version, readEntries, sendEntries, callReceiver } = deps;

  async function intoSource(
    push: ClaimedAuditPush,
    source_id: string,
    kept: KeptEntry[],
  ): Promise<PushFailure> {
    const source = await findSourceToPush(db, push.organization_id, source_id);
    if (!source)
      return {
        error: "The source is gone, or its project left the organization. Choose another one.",
        retryAfterMs: null,
      };
    const entries = kept.map(({ id, entry }) => ({ id, text: JSON.stringify(entry) }));
    const ids = kept.map(({ id }) => id);
    const error = await sendEntries({
      team_id: source.team_id,
      source_id,
      entries,
      record: (tx) => recordPushedEntries(tx, { push, ids, refused: 0 }),
    });
    return error === null ? null : { error, retryAfterMs: null };
  }

  async function toReceiver(
    push: ClaimedAuditPush,
    configs: Buffer,
    kept: KeptEntry[],
  ): Promise<PushFailure> {
    const { organization_id } = push;
    const opened: unknown = JSON.parse(
      sealer.open(configs, "audit_pushes.configs", auditPushPlace(organization_id)),
    );
    const { url, headers } = AuditReceiver.parse(opened);
    const { otlpLogs, refusedRecords } = await import("./otlp-logs.ts");
    const answered = await callReceiver({
      url: otlpUrl(url, "logs"),
      method: "POST",
      headers: [["content-type", "application/json"], ...Object.entries(headers)],
      body: otlpLogs({
        organization_id: publicId("organization", organization_id),
        version,
        entries: kept.map(({ entry }) => entry),
        atMs: Date.now(),
      }),
    });
    if ("error" in answered) return { error: answered.error, retryAfterMs: null };
    const { status, body, retryAfter } = answered;
    if (status < 200 || status >= 300) {
      const asked = readRetryAfter(retryAfter, Date.now());
      const retryAfterMs = asked === null || asked === "never" ? null : asked.waitMs;
      return { error: refusalText(status), retryAfterMs };
    }
    const refused = Math.min(refusedRecords(body), kept.length);
    await recordPushedEntries(db, { push, ids: kept.map(({ id }) => id), refused });
    return null;
  }

  return async (push) => {
    const { organization_id, source_id, configs, failures } = push;
    const most = source_id === null ? BATCH_ENTRIES.receiver : BATCH_ENTRIES.source;
    const ids = await readUnpushed(db, organization_id, {
      entries: entriesAtOnce(most, failures),
      bytes: BATCH_BYTES,
    });
    const kept = await readEntries(organization_id, ids);
    // They left the log a moment ago.
    if (kept.length === 0) {
      await recordPushedEntries(db, { push, ids, refused: 0 });
      return null;
    }
    if (source_id !== null) return intoSource(push, source_id, kept);
    if (configs === null) throw new Error("A push to nowhere");
    return toReceiver(push, configs, kept);
  };
}

function refusalText(status: number): string {
  if (status === 401 || status === 403) return `The receiver refused the credentials (${status}).`;
  if (status === 404) return "The receiver knows no such address (404).";
  if (status === 413) return "The receiver says that the batch is too large (413). The next one is smaller.";
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}. Posthorn follows no redirects, because headers are for one address only.`;
  return `The receiver answered ${status}.`;
}
