/**
 * How is a connection created, together with an inline source or destination?
 *
 * Everything is one transaction: if the connection is refused, its inline source and destination are not
 * created either. The transaction locks the source before it looks for the connection, so two callers
 * that want the same connection at the same time get the same one.
 */
import { publicId } from "@posthorn/contract/ids";
import type { ConnectionInput } from "@posthorn/contract/connections";
import type { Rules } from "@posthorn/contract/rules";
import {
  findConnectionToUpsert,
  insertConnection,
  updateConnection,
  type ConnectionRow,
} from "../../store/connections.ts";
import type { Queryable, Transactions } from "../../store/database.ts";
import { ApiError } from "../api-error.ts";
import { enableWithBothEnds, holdDestination, holdSource, resourceNamed } from "../cascades.ts";
import { upsertDestination, type DestinationWriteDeps } from "../destinations/write-destination.ts";
import { upsertSource } from "../sources/write-source.ts";
import { invalid } from "../validation.ts";
import { findConnectionIdByName } from "./connections.sql.ts";
import { keptRules } from "./write-rules.ts";

interface Deps extends DestinationWriteDeps {
  db: Transactions;
}

/** For each end, the contract admits either the id or the inline object, never both. */
async function writeEnds(
  tx: Queryable,
  deps: Deps,
  team_id: string,
  input: ConnectionInput,
): Promise<{ source_id: string; destination_id: string }> {
  const source = input.source
    ? await upsertSource(tx, deps.sealer, { team_id, input: input.source, path: "source." })
    : await holdSource(tx, resourceNamed("source", team_id, input.source_id ?? ""));
  const destination = input.destination
    ? await upsertDestination(tx, deps, { team_id, input: input.destination, path: "destination." })
    : await holdDestination(tx, resourceNamed("destination", team_id, input.destination_id ?? ""));
  return { source_id: source.id, destination_id: destination.id };
}

/** A taken name gives 409, and the transaction leaves nothing behind. */
export async function createConnection(deps: Deps, team_id: string, input: ConnectionInput): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const ends = await writeEnds(tx, deps, team_id, input);
    const rules = await keptRules({ tx, sealer: deps.sealer, team_id }, input.rules ?? []);
    const name = input.name ?? null;
    const row = await insertConnection(tx, {
      team_id,
      ...ends,
      name,
      description: input.description ?? null,
      rules,
    });
    if (row) return row.id;
    const taken = name && (await findConnectionIdByName(tx, { team_id, source_id: ends.source_id, name }));
    throw new ApiError(
      "RESOURCE_ALREADY_EXISTS",
      {},
      { data: { id: taken && publicId("connection", taken), resource_type: "connection" } },
    );
  });
}

/** Updates the existing connection and enables it with both its ends, or creates a new one. */
export async function upsertConnection(deps: Deps, team_id: string, input: ConnectionInput): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const ends = await writeEnds(tx, deps, team_id, input);
    // Before the connection is locked: store/connections.ts explains the order of locks.
    const rules = input.rules
      ? await keptRules({ tx, sealer: deps.sealer, team_id }, input.rules)
      : undefined;
    const wanted = { team_id, ...ends, name: input.name ?? null };
    const existing = await findConnectionToUpsert(tx, wanted);
    if (existing) return bringUpToDate(tx, existing, ends.destination_id, { ...input, rules });
    const row = await insertConnection(tx, {
      ...wanted,
      description: input.description ?? null,
      rules: rules ?? [],
    });
    if (!row) throw new Error("A connection appeared although its source was locked");
    return row.id;
  });
}

async function bringUpToDate(
  tx: Queryable,
  existing: ConnectionRow,
  destination_id: string,
  input: Omit<ConnectionInput, "rules"> & { rules: Rules | undefined },
): Promise<string> {
  if (existing.destination_id !== destination_id) {
    const field = input.destination ? "destination" : "destination_id";
    throw invalid(`${field} cannot be changed, the connection of this name has another destination`);
  }
  await updateConnection(tx, existing, { description: input.description, rules: input.rules });
  if (existing.disabled_at !== null) await enableWithBothEnds(tx, existing);
  return existing.id;
}
