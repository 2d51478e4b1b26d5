/**
 * How does a project get a new API key, or a new signing secret?
 *
 * In one transaction that locks the project, so that of two people who roll the same one, the second is told. The old one
 * stays valid for the delay, by the database's clock. Deliveries carry two signatures at most: while the secret from
 * before the last roll is valid, only a roll without delay is possible, which ends both
 * (docs/decisions/0078-rolling-keys.md).
 */
import type { RollDelaySeconds } from "@posthorn/contract/keys";
import { publicId } from "@posthorn/contract/ids";
import { ROLL_IS_OPEN } from "@posthorn/contract/settings-texts";
import { createdAt } from "../../ids.ts";
import { endOwnKey, ensureOwnKey } from "../../store/api-keys.ts";
import type { Queryable, Transactions } from "../../store/database.ts";
import { lockProject, readSigningSecret, rollProjectSecret } from "../../store/projects.ts";
import type { Sealer } from "../../store/seal.ts";
import { notFound } from "../api-error.ts";
import { changedMeanwhile } from "../if-match.ts";
import { invalid } from "../validation.ts";
import { readOwnKeys } from "./keys.sql.ts";

export interface Roll {
  team_id: string;
  delay_sec: RollDelaySeconds;
  user_id: string | null;
  /** The `created_at` of the one that the person sees; null if the caller does not ask. */
  seen: string | null;
}

type Secrets = Pick<Sealer, "open" | "seal">;

export async function rollApiKey(db: Transactions, sealer: Secrets, roll: Roll): Promise<void> {
  const { team_id, delay_sec, user_id } = roll;
  await inLockedProject(db, team_id, async (tx) => {
    const [own] = await readOwnKeys(tx, team_id);
    if (own?.expires_at === null) refuseUnseen(createdAt(own.id), roll);
    await endOwnKey(tx, team_id, delay_sec);
    await ensureOwnKey(tx, sealer, { team_id, created_by: user_id, rate_limit: own?.rate_limit ?? null });
  });
}

export async function rollSigningSecret(db: Transactions, sealer: Secrets, roll: Roll): Promise<void> {
  const { team_id, delay_sec, user_id } = roll;
  await inLockedProject(db, team_id, async (tx) => {
    const row = await readSigningSecret(tx, team_id);
    if (!row) throw notFound(publicId("project", team_id));
    refuseUnseen(row.signing_secret_rolled_at ?? createdAt(team_id), roll);
    if (delay_sec > 0 && row.previous_signing_secret_until !== null) throw invalid(ROLL_IS_OPEN);
    const project = { team_id, id: team_id };
    await rollProjectSecret(tx, sealer, team_id, {
      secret: sealer.open(row.signing_secret, "projects.signing_secret", project),
      delaySeconds: delay_sec,
      rolled_by: user_id,
    });
  });
}

function refuseUnseen(created_at: string, { seen }: Roll): void {
  if (seen !== null && seen !== created_at) throw changedMeanwhile({ updated_at: created_at });
}

function inLockedProject(
  db: Transactions,
  team_id: string,
  work: (tx: Queryable) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await lockProject(tx, team_id))) throw notFound(publicId("project", team_id));
    await work(tx);
  });
}
