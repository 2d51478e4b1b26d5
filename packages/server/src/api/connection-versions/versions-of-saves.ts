/**
 * Which saves are one version, and what does the list say of it?
 *
 * Pure. One call may save several parts, such as an upsert with its source or a restore, and writes an entry for each. They
 * are one version: entries that follow each other at once, of the same call, of different parts.
 */
import { type ConnectionVersion, EARLIEST_VERSION } from "@posthorn/contract/connection-versions";
import { internalId, publicId } from "@posthorn/contract/ids";
import { createdAt } from "../../ids.ts";
import type { SaveRow } from "./versions.sql.ts";

/** One transaction writes its entries within this time, unless it waits for a lock. */
const AT_ONCE_MS = 5_000;

/** Both orders are kept: the newest save is first, and is the one that the version is named by. */
export function savesByVersion(rows: readonly SaveRow[]): [SaveRow, ...SaveRow[]][] {
  const versions: [SaveRow, ...SaveRow[]][] = [];
  for (const row of rows) {
    const last = versions.at(-1);
    if (last && isOfSameCall(last, row)) last.push(row);
    else versions.push([row]);
  }
  return versions;
}

function isOfSameCall(version: readonly [SaveRow, ...SaveRow[]], row: SaveRow): boolean {
  const [newest] = version;
  const wentBy = Date.parse(createdAt(newest.id)) - Date.parse(createdAt(row.id));
  return (
    row.request !== null &&
    wentBy <= AT_ONCE_MS &&
    version.every(({ part }) => part !== row.part) &&
    (["request", "caller_kind", "user_id", "api_key_id", "address", "user_agent"] as const).every(
      (name) => newest[name] === row[name],
    )
  );
}

/** `before` is the id of the version before it. */
export function versionView(
  version: readonly [SaveRow, ...SaveRow[]],
  before: string | null,
): ConnectionVersion {
  const [{ id, caller_kind, caller_name, request }] = version;
  return {
    id: publicId("audit_entry", id),
    created_at: createdAt(id),
    by: { kind: caller_kind, name: caller_name },
    changes: version.map(({ part, action, fields }) => ({
      part,
      action,
      fields: fields.map(({ name }) => name),
    })),
    before,
    restored: restoredBy(request),
  };
}

export const EARLIEST: ConnectionVersion = {
  id: EARLIEST_VERSION,
  created_at: null,
  by: null,
  changes: [],
  before: null,
  restored: null,
};

/** The path of the call names the version that it has brought back. */
function restoredBy(request: string | null): ConnectionVersion["restored"] {
  const id = /^POST \S+\/versions\/(\w+)\/restore$/.exec(request ?? "")?.[1];
  if (id === EARLIEST_VERSION) return { id, created_at: null };
  const uuid = internalId("audit_entry", id ?? "");
  return id === undefined || uuid === null ? null : { id, created_at: createdAt(uuid) };
}
