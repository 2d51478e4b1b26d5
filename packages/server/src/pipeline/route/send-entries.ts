/**
 * How do entries of the audit log come in at a source?
 *
 * Each is a new request, in the order of the entries. One transaction stores them and records that they are pushed
 * (`record`), so each comes in once, whoever dies meanwhile and whoever else tries. Entries wait where a request would lead
 * nowhere: a source that is disabled, or without a connection that is enabled.
 */
import type { Database, Queryable } from "../../store/database.ts";
import type { RoutingTable } from "../routing-table.ts";
import { decideOwn, insertOwn, ownPayload } from "./own-requests.ts";
import type { Reroute } from "./reroute.ts";

export interface EntryToSend {
  /** Our own id. */
  id: string;
  /** JSON. */
  text: string;
}

export interface EntriesToSend {
  team_id: string;
  source_id: string;
  entries: readonly EntryToSend[];
  /** Returns false if another process has sent them meanwhile, or if they must not go there any more. */
  record: (tx: Queryable) => Promise<boolean>;
}

/** Resolves to why they cannot come in; null: they have, or nobody wants them there any more. */
export type SendEntries = (entries: EntriesToSend) => Promise<string | null>;

export interface SendEntriesDeps {
  db: Database;
  routing: Pick<RoutingTable, "bySource" | "refresh">;
  reroute: Pick<Reroute, "decide">;
}

export function createSendEntries({ db, routing, reroute }: SendEntriesDeps): SendEntries {
  return async ({ team_id, source_id, entries, record }) => {
    await routing.refresh({ source_id });
    const source = routing.bySource(source_id);
    if (!source || source.isDeleted) return "The source is gone. Choose another one.";
    if (source.isDisabled) return "The source is disabled. Enable it, or choose another one.";
    if (!source.connections.some(({ isDisabled }) => !isDisabled))
      return "The source has no enabled connection, so its requests lead nowhere. Create or enable one.";
    const decided = await Promise.all(
      entries.map(({ id, text }) => {
        const payload = ownPayload({ headers: [], body: text }, source.redaction);
        return decideOwn(reroute, { team_id, source_id, payload, asked_as: id });
      }),
    );
    await db.transaction(async (tx) => {
      if (!(await record(tx))) return;
      for (const own of decided) await insertOwn(tx, own, { rejection_cause: null, topic: null });
    });
    return null;
  };
}
