/**
 * How does a request that Posthorn itself makes come in at a source?
 *
 * Without a sender, masked like every other request of the source. The rules are asked before the transaction that stores
 * it: topics and entries of the audit log come in so.
 */
import type { RejectionCause } from "@posthorn/contract/causes";
import { newRequestIdBytes, uuidText } from "../../ids.ts";
import type { Queryable } from "../../store/database.ts";
import { type OwnRequest, insertOwnRequest, insertPayload } from "../../store/requests.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import { type RedactionList, redact } from "../redaction.ts";
import type { Decision, Reroute } from "./reroute.ts";

/** `body` is JSON. */
export function ownPayload(
  { headers, body }: { headers: readonly string[]; body: string },
  list: RedactionList | null,
): ReceivedPayload {
  const payload = {
    method: "POST",
    path: "/",
    query: null,
    headers: ["content-type", "application/json", ...headers],
    client_ip: null,
    body: Buffer.from(body),
  };
  return list ? { ...payload, ...redact(list, payload) } : payload;
}

export interface OwnToDecide {
  team_id: string;
  source_id: string;
  payload: ReceivedPayload;
  /** The id that deduplicate rules remember: the same for each try. */
  asked_as: string;
}

export interface DecidedOwn extends Omit<OwnToDecide, "asked_as"> {
  id: string;
  decision: Decision;
}

export async function decideOwn(
  reroute: Pick<Reroute, "decide">,
  { team_id, source_id, payload, asked_as }: OwnToDecide,
): Promise<DecidedOwn> {
  const id = uuidText(newRequestIdBytes());
  const stored = { team_id, id, source_id, payload_id: id, payload, asked_as, isNew: true };
  return { team_id, source_id, payload, id, decision: await reroute.decide(stored) };
}

export async function insertOwn(
  tx: Queryable,
  { team_id, source_id, id, payload, decision }: DecidedOwn,
  { rejection_cause, topic }: { rejection_cause: RejectionCause | null; topic: OwnRequest["topic"] },
): Promise<void> {
  await insertPayload(tx, { team_id, id, ...payload });
  await insertOwnRequest(tx, { team_id, id, source_id, rejection_cause, topic });
  if (rejection_cause === null) await decision.write(tx);
}
