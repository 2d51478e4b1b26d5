/**
 * How is a destination created or updated?
 *
 * Called by the endpoints of destinations and by connections with an inline destination. The row is
 * locked while stored and sent values are merged, so that two callers who change different fields at
 * once both succeed. Credentials are sealed and opened only here.
 */
import type { DestinationInput, DestinationUpdate } from "@posthorn/contract/destinations";
import { newId } from "../../ids.ts";
import type { AddressGuard } from "../../outbound/address-guard.ts";
import type { Queryable } from "../../store/database.ts";
import {
  insertDestination,
  lockDestination,
  lockDestinationByName,
  readDestinationAuth,
  updateDestination,
  type DestinationKey,
  type DestinationRow,
} from "../../store/destinations.ts";
import { sealedInstead, type Sealer } from "../../store/seal.ts";
import { changedMeanwhile } from "../if-match.ts";
import { checkUrls } from "./check-url.ts";
import {
  mergedDestination,
  type DestinationConfigChange,
  type MergedDestination,
  type StoredDestination,
} from "./destination-config.ts";

export interface DestinationWriteDeps {
  addressGuard: AddressGuard;
  sealer: Pick<Sealer, "open" | "seal">;
}

/** Empty where the method needs no credentials. */
export async function openDestinationAuth(
  db: Queryable,
  sealer: Pick<Sealer, "open">,
  key: DestinationKey,
): Promise<Record<string, unknown>> {
  return opened(await readDestinationAuth(db, key), sealer, key);
}

function opened(
  sealed: Buffer | null,
  sealer: Pick<Sealer, "open">,
  row: DestinationKey,
): Record<string, unknown> {
  if (!sealed) return {};
  return JSON.parse(sealer.open(sealed, "destinations.auth", row)) as Record<string, unknown>; // sealed by `sealedAuth`
}

function sealedAuth(
  auth: MergedDestination["auth"],
  sealer: DestinationWriteDeps["sealer"],
  before: Buffer | null,
  row: DestinationKey,
) {
  return auth ? sealedInstead(sealer, before, JSON.stringify(auth), "destinations.auth", row) : auth;
}

async function insert(
  db: Queryable,
  { addressGuard, sealer }: DestinationWriteDeps,
  { team_id, input, path }: { team_id: string; input: DestinationInput; path: string },
): Promise<DestinationRow | null> {
  const merged = mergedDestination(null, input, path);
  checkUrls({ url: input.config?.url, auth: merged.auth }, addressGuard);
  const { type, config } = merged;
  const key = { team_id, id: newId() };
  const auth = sealedAuth(merged.auth, sealer, null, key) ?? null;
  return insertDestination(db, {
    ...key,
    name: input.name,
    description: input.description ?? null,
    type,
    config,
    auth,
  });
}

interface Overwrite {
  /** The caller holds its lock. */
  row: DestinationRow;
  input: DestinationUpdate;
  path: string;
  /** Absent or null: whatever the row has become. */
  ifUnchangedSince?: string | null;
}

async function bringUpToDate(
  tx: Queryable,
  { addressGuard, sealer }: DestinationWriteDeps,
  { row, input, path, ifUnchangedSince = null }: Overwrite,
): Promise<DestinationRow | null> {
  const sealed = await readDestinationAuth(tx, row);
  const before: StoredDestination = { type: row.type, config: row.config, auth: opened(sealed, sealer, row) };
  const merged = mergedDestination(before, input, path);
  checkUrls({ url: input.config?.url, auth: merged.auth }, addressGuard);
  const { type, config } = merged;
  const { name, description } = input;
  const change = { name, description, type, config, auth: sealedAuth(merged.auth, sealer, sealed, row) };
  return updateDestination(tx, row, change, ifUnchangedSince);
}

/** Returns null when the name is taken. */
export async function createDestination(
  db: Queryable,
  deps: DestinationWriteDeps,
  team_id: string,
  input: DestinationInput,
): Promise<DestinationRow | null> {
  return insert(db, deps, { team_id, input, path: "" });
}

/** An existing destination keeps its type, unless the input names another type or has a URL, which only HTTP has. */
function upsertChange(row: DestinationRow, input: DestinationInput): DestinationConfigChange {
  return { type: input.type ?? (input.config?.url == null ? row.type : "HTTP"), config: input.config };
}

export async function upsertDestination(
  tx: Queryable,
  deps: DestinationWriteDeps,
  { team_id, input, path }: { team_id: string; input: DestinationInput; path: "" | "destination." },
): Promise<DestinationRow> {
  // If the insert finds the name taken, another caller was faster; the next round finds that row.
  for (;;) {
    const row = await lockDestinationByName(tx, team_id, input.name);
    if (row) {
      const change = { description: input.description, ...upsertChange(row, input) };
      const updated = await bringUpToDate(tx, deps, { row, input: change, path });
      if (updated) return updated;
      throw new Error("A destination that is held went away");
    }
    const inserted = await insert(tx, deps, { team_id, input, path });
    if (inserted) return inserted;
  }
}

/** Returns null when the destination is deleted. */
export async function changeDestination(
  tx: Queryable,
  deps: DestinationWriteDeps,
  { team_id, id, ...overwrite }: DestinationKey & Pick<Overwrite, "input" | "ifUnchangedSince">,
): Promise<DestinationRow | null> {
  const row = await lockDestination(tx, { team_id, id });
  if (!row || row.deleted_at !== null) return null;
  const changed = await bringUpToDate(tx, deps, { row, path: "", ...overwrite });
  if (changed) return changed;
  throw changedMeanwhile(row);
}
