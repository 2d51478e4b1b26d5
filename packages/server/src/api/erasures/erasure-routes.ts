/**
 * What do the endpoints of erasures answer?
 *
 * They only write down what an admin has decided; workers count and erase. The log and the record have a digest of the
 * identifier, which nobody can turn back without our key.
 */
import { createHmac } from "node:crypto";
import * as contract from "@posthorn/contract/erasures";
import { internalId, publicId } from "@posthorn/contract/ids";
import {
  ERASURE_HAS_ENDED,
  ERASURE_IN_PROGRESS,
  ERASURE_IS_NO_PLAN,
} from "@posthorn/contract/settings-texts";
import { comparable } from "../../erasure/finder.ts";
import { percentOf, STAGES } from "../../erasure/stages.ts";
import { createdAt, newId } from "../../ids.ts";
import * as store from "../../store/erasures.ts";
import type { ApiDeps } from "../api-deps.ts";
import { ApiError, notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";

const DIGEST_SHOWN_CHARACTERS = 12;
const NONE: contract.ErasureCounts = {
  requests: 0,
  events: 0,
  pending_events: 0,
  attempts: 0,
  executions: 0,
  kept_payloads: 0,
  unreadable: 0,
};

const shown = (digest: Buffer) => digest.toString("hex").slice(0, DIGEST_SHOWN_CHARACTERS);

export function serveErasures(
  serve: Serve,
  { db, sealer, log }: Pick<ApiDeps, "db" | "sealer" | "log">,
): void {
  const digestKey = sealer.derive("erasures");

  function view(row: store.ErasureRow): contract.Erasure {
    const { id, team_id, identifier, state, started_by, confirmed_by, confirmed_at, ended_at } = row;
    const stage = STAGES.find((name) => name === row.stage) ?? STAGES[0];
    return {
      id: publicId("erasure", id),
      state,
      identifier: identifier && sealer.open(identifier, "erasures.identifier", { team_id, id }),
      digest: shown(row.digest),
      progress: percentOf({
        state,
        pass: row.pass,
        stage,
        doneMs: Date.parse(createdAt(row.done_until)),
        oldestMs: Date.parse(row.oldest_at),
        lastMs: Date.parse(createdAt(row.last_id)),
      }),
      planned: { ...NONE, ...row.planned },
      erased: { ...NONE, ...row.erased },
      started_by,
      confirmed_by,
      confirmed_at,
      ended_at,
      created_at: createdAt(id),
    };
  }

  /** Of the row as it is, why the change was not possible. */
  async function refusal(team_id: string, id: string, message: string): Promise<ApiError> {
    const uuid = internalId("erasure", id);
    const row = uuid && (await store.findErasure(db, team_id, uuid));
    return row ? new ApiError("UNPROCESSABLE_ENTITY", {}, { message, data: [message] }) : notFound(id);
  }

  serve(contract.listErasures, async ({ team_id }) => ({
    models: (await store.readErasures(db, team_id)).map(view),
  }));
  serve(contract.planErasure, async ({ team_id, user_id, body, asCaller }) => {
    const id = newId();
    const row = await store.insertErasure(asCaller, {
      id,
      team_id,
      identifier: sealer.seal(body.identifier, "erasures.identifier", { team_id, id }),
      digest: createHmac("sha256", digestKey).update(comparable(body.identifier)).digest(),
      user_id: personOf(user_id),
      firstStage: STAGES[0],
    });
    if (!row) throw new ApiError("RESOURCE_ALREADY_EXISTS", {}, { message: ERASURE_IN_PROGRESS });
    log.info("erasure.planning", { id, team_id, user_id, digest: shown(row.digest) });
    return view(row);
  });
  serve(contract.confirmErasure, async ({ team_id, user_id, id, asCaller }) => {
    const uuid = internalId("erasure", id);
    const asked = { team_id, id: uuid ?? "", user_id: personOf(user_id), firstStage: STAGES[0] };
    const row = uuid && (await store.confirmPlan(asCaller, asked));
    if (!row) throw await refusal(team_id, id, ERASURE_IS_NO_PLAN);
    log.info("erasure.confirmed", { id: uuid, team_id, user_id, digest: shown(row.digest) });
    return view(row);
  });
  serve(contract.cancelErasure, async ({ team_id, user_id, id, asCaller }) => {
    const uuid = internalId("erasure", id);
    const row = uuid && (await store.cancelErasure(asCaller, { team_id, id: uuid }));
    if (!row) throw await refusal(team_id, id, ERASURE_HAS_ENDED);
    log.info("erasure.cancelled", { id: uuid, team_id, user_id, digest: shown(row.digest) });
    return view(row);
  });
}

/** The contract admits sessions only, and a session is a person's. */
function personOf(user_id: string | null): string {
  if (user_id === null) throw new Error("A session without a person");
  return user_id;
}
