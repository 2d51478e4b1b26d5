/**
 * How is a source created or updated?
 *
 * Called by the endpoints of sources and by connections with an inline source. The row is locked before it is read,
 * so that two writers cannot undo each other's secret. Secrets are sealed here and leave this file only sealed.
 */
import { randomBytes } from "node:crypto";
import type { SourceInput, SourceUpdate } from "@posthorn/contract/sources";
import { newId } from "../../ids.ts";
import type { Queryable } from "../../store/database.ts";
import { sealedInstead, type Sealer } from "../../store/seal.ts";
import {
  insertSource,
  lockSourceByName,
  updateSource as storeUpdate,
  type SourceKey,
  type SourceRow,
} from "../../store/sources.ts";
import { holdSource, type Named } from "../cascades.ts";
import { changedMeanwhile } from "../if-match.ts";
import { settingsOf, type SourceSettings } from "./source-settings.ts";
import { findSourceAuth } from "./sources.sql.ts";

/** More than enough to be unguessable, in letters and digits that every header can carry. */
const TOKEN_BYTES = 24;

type Seals = Pick<Sealer, "open" | "seal">;

interface Overwrite {
  update: SourceUpdate;
  path: "" | "source.";
  /** Absent or null: whatever the row has become. */
  ifUnchangedSince?: string | null;
}

/** Returns null when the name is taken. */
export async function createSource(
  db: Queryable,
  sealer: Seals,
  { team_id, input, path }: { team_id: string; input: SourceInput; path: "" | "source." },
): Promise<SourceRow | null> {
  const { type, config, auth } = settingsOf(null, input, path);
  const key = { team_id, id: newId() };
  return insertSource(db, {
    ...key,
    name: input.name,
    description: input.description ?? null,
    type,
    config,
    auth: sealed(sealer, null, auth, key) ?? null,
  });
}

export async function upsertSource(
  tx: Queryable,
  sealer: Seals,
  { team_id, input, path }: { team_id: string; input: SourceInput; path: "" | "source." },
): Promise<SourceRow> {
  // If the insert finds the name taken, another caller was faster; the next round finds that row.
  for (;;) {
    const before = await lockSourceByName(tx, team_id, input.name);
    const row = before
      ? await writeOver(tx, sealer, before, { update: { ...input, name: undefined }, path })
      : await createSource(tx, sealer, { team_id, input, path });
    if (row) return row;
  }
}

export async function updateSource(
  tx: Queryable,
  sealer: Seals,
  named: Named,
  { update, ifUnchangedSince }: { update: SourceUpdate; ifUnchangedSince: string | null },
): Promise<SourceRow> {
  const before = await holdSource(tx, named);
  const row = await writeOver(tx, sealer, before, { update, path: "", ifUnchangedSince });
  if (row) return row;
  throw changedMeanwhile(before);
}

async function writeOver(
  tx: Queryable,
  sealer: Seals,
  before: SourceRow,
  { update, path, ifUnchangedSince = null }: Overwrite,
): Promise<SourceRow | null> {
  const { type, config, auth } = settingsOf(before, update, path);
  const { name, description } = update;
  const sealedBefore = await findSourceAuth(tx, before.team_id, before.id);
  const change = { name, description, type, config, auth: sealed(sealer, sealedBefore, auth, before) };
  return storeUpdate(tx, before, change, ifUnchangedSince);
}

function sealed(
  sealer: Seals,
  before: Buffer | null,
  auth: SourceSettings["auth"],
  row: SourceKey,
): Buffer | null | undefined {
  if (auth == null) return auth;
  const secret = auth === "new token" ? { token: randomBytes(TOKEN_BYTES).toString("base64url") } : auth;
  return sealedInstead(sealer, before, JSON.stringify(secret), "sources.auth", row);
}
