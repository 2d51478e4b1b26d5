/** What do the endpoints of a connection's versions answer? */
import * as contract from "@posthorn/contract/connection-versions";
import { internalId, publicId } from "@posthorn/contract/ids";
import type { ConnectionWithEnds } from "../../store/connections.ts";
import { connectionView } from "../../views/connection-view.ts";
import type { ApiDeps } from "../api-deps.ts";
import { gone, notFound } from "../api-error.ts";
import type { Call, Serve } from "../call.ts";
import { findConnection } from "../connections/connections.sql.ts";
import { invalid } from "../validation.ts";
import { restorePlan, restoreVersion, stateView } from "./restore-version.ts";
import { isSave, readBeginning, readSaves } from "./versions.sql.ts";
import { EARLIEST, savesByVersion, versionView } from "./versions-of-saves.ts";

/** A version has one entry of each part at most, and the page must see where its last version ends. */
const READ_AT_ONCE = contract.VERSIONS_PAGE + contract.VERSION_PARTS.length;
type Named = Pick<Call<typeof contract.getConnectionVersion>, "id" | "params" | "team_id">;

const versionIn = ({ params }: Named) => params["version_id"] ?? "";

export function serveConnectionVersions(
  serve: Serve,
  { db, config, ingestUrlOf, addressGuard, sealer }: ApiDeps,
): void {
  async function read({ team_id, id }: Pick<Named, "id" | "team_id">): Promise<ConnectionWithEnds> {
    const uuid = internalId("connection", id);
    const row = uuid && (await findConnection(db, team_id, uuid));
    if (!row) throw notFound(id);
    if (row.deleted_at !== null) throw gone();
    return row;
  }

  /** The id of the entry after which the connection was so. No save of it is older than its own id. */
  async function momentOf(row: ConnectionWithEnds, version: string): Promise<string> {
    if (version === contract.EARLIEST_VERSION) return row.id;
    const uuid = internalId("audit_entry", version);
    if (uuid === null || !(await isSave(db, row, uuid))) throw notFound(version);
    return uuid;
  }

  serve(contract.listConnectionVersions, async ({ team_id, id, query: { next } }) => {
    const row = await read({ team_id, id });
    const olderThan = next === undefined ? null : internalId("audit_entry", next);
    if (next !== undefined && olderThan === null) throw invalid("next is not a cursor of this list");
    const saves = await readSaves(db, row, { olderThan, limit: READ_AT_ONCE });
    const hasMore = saves.length === READ_AT_ONCE;
    const all = savesByVersion(saves);
    // The last version may go on beyond what was read.
    const versions = all.slice(0, hasMore ? -1 : undefined);
    const oldest = versions.at(-1)?.at(-1);
    const begins = await readBeginning(db, row, config.auditDays);
    const hasEarliest = !hasMore && begins !== "created" && (versions.length > 0 || olderThan !== null);
    const models = versions.map((version, at) => {
      const before = all[at + 1]?.[0];
      const first = begins === "created" ? null : contract.EARLIEST_VERSION;
      return versionView(version, before ? publicId("audit_entry", before.id) : first);
    });
    return {
      models: [...models, ...(hasEarliest ? [EARLIEST] : [])],
      next: hasMore && oldest ? publicId("audit_entry", oldest.id) : null,
      begins,
      kept_days: config.auditDays,
    };
  });

  serve(contract.getConnectionVersion, async (call) => {
    const row = await read(call);
    const version = versionIn(call);
    return stateView(db, row, version === contract.PRESENT_VERSION ? null : await momentOf(row, version));
  });

  serve(contract.getRestorePlan, async (call) => {
    const row = await read(call);
    return restorePlan(db, row, await momentOf(row, versionIn(call)));
  });

  serve(contract.restoreConnectionVersion, async (call) => {
    const row = await read(call);
    const at = await momentOf(row, versionIn(call));
    const { parts, seen } = call.body;
    await restoreVersion({ db: call.asCaller, addressGuard, sealer }, { row, at, parts, seen });
    return connectionView(await read(call), ingestUrlOf);
  });
}
