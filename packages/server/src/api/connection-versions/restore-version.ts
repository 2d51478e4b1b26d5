/**
 * What would restoring a version change, and how is it restored?
 *
 * A restore writes through the functions of the endpoints by which forms save, in one transaction of the caller. So it is
 * validated, announced to the processes that route, and recorded like any save. Parts that are already as they were are not
 * written. Rows are locked in the order of store/connections.ts: source, destination, transformation, connection.
 */
import {
  type PartPlan,
  type RestorePlan,
  VERSION_PARTS,
  type VersionPart,
  type VersionState,
} from "@posthorn/contract/connection-versions";
import { internalId, publicId } from "@posthorn/contract/ids";
import { type ConnectionWithEnds, updateConnection } from "../../store/connections.ts";
import { type Database, isUniqueViolation, type Queryable } from "../../store/database.ts";
import { connectionView } from "../../views/connection-view.ts";
import { ApiError, gone } from "../api-error.ts";
import { publicIds } from "../audit-log/audit-entry-view.ts";
import { resourceNamed } from "../cascades.ts";
import { findConnection } from "../connections/connections.sql.ts";
import { keptRules } from "../connections/write-rules.ts";
import { changeDestination, type DestinationWriteDeps } from "../destinations/write-destination.ts";
import { changedMeanwhile } from "../if-match.ts";
import { updateSource } from "../sources/write-source.ts";
import { invalid } from "../validation.ts";
import { type Restored, type RestoredPart, restoredParts } from "./restored-parts.ts";
import { countSharing, findMissingTransformations, readState } from "./versions.sql.ts";

/** As `readState`, with public ids. */
export async function stateView(
  db: Queryable,
  route: ConnectionWithEnds,
  at: string | null,
): Promise<VersionState> {
  const { connection, source, destination } = await readState(db, route, at);
  return {
    connection: publicIds(connection),
    source: publicIds(source),
    destination: publicIds(destination),
  };
}

interface Planned {
  restored: Restored;
  now: VersionState;
}

async function planned(db: Queryable, row: ConnectionWithEnds, at: string): Promise<Planned> {
  const then = await stateView(db, row, at);
  const now = await stateView(db, row, null);
  const restored = restoredParts(then, now, row.destination.config);
  const { connection } = restored;
  const missing = await missingIn(db, row.team_id, connection);
  return {
    now,
    restored: missing === null ? restored : { ...restored, connection: { ...connection, ...missing } },
  };
}

async function missingIn(
  db: Queryable,
  team_id: string,
  { update }: RestoredPart<"connection">,
): Promise<Pick<RestoredPart<"connection">, "obstacle" | "update"> | null> {
  const ids = (update?.rules ?? []).flatMap((rule) =>
    rule.type === "transform" ? (internalId("transformation", rule.transformation_id ?? "") ?? []) : [],
  );
  const [missing] = await findMissingTransformations(db, team_id, ids);
  if (missing === undefined) return null;
  const which = missing.name === null ? "a transformation" : `the transformation "${missing.name}"`;
  const obstacle = `The rules of this version use ${which}, which is deleted. Make another in its place and set the rules by hand, or restore only the other parts.`;
  return { update: null, obstacle };
}

export async function restorePlan(db: Queryable, row: ConnectionWithEnds, at: string): Promise<RestorePlan> {
  const { restored, now } = await planned(db, row, at);
  const sharing = { connection: 0, ...(await countSharing(db, row)) };
  // The address is only for source URLs, which are not asked for here.
  const { updated_at, source, destination } = connectionView(row, () => "");
  return {
    parts: VERSION_PARTS.map((part): PartPlan => {
      const { after, update, obstacle, kept } = restored[part];
      const isChanged = update !== null || obstacle !== null;
      return {
        part,
        before: now[part],
        after,
        is_changed: isChanged,
        kept,
        obstacle,
        shared_with: sharing[part],
      };
    }),
    seen: { connection: updated_at, source: source.updated_at, destination: destination.updated_at },
  };
}

interface Restore {
  row: ConnectionWithEnds;
  at: string;
  parts: readonly VersionPart[];
  seen: RestorePlan["seen"];
}

export async function restoreVersion(
  deps: DestinationWriteDeps & { db: Database },
  { row, at, parts, seen }: Restore,
): Promise<void> {
  const { restored } = await planned(deps.db, row, at);
  const chosen = VERSION_PARTS.filter((part) => parts.includes(part));
  for (const part of chosen) {
    const { obstacle } = restored[part];
    if (obstacle !== null) throw invalid(obstacle);
  }
  const wanted = <Part extends VersionPart>(part: Part): Restored[Part]["update"] =>
    chosen.includes(part) ? restored[part].update : null;
  const writing: { part: VersionPart } = { part: "source" };
  try {
    await deps.db.transaction(async (tx) => {
      await writeSource(tx, deps, { row, update: wanted("source"), since: seen.source });
      writing.part = "destination";
      await writeDestination(tx, deps, { row, update: wanted("destination"), since: seen.destination });
      writing.part = "connection";
      await writeConnection(tx, deps, { row, update: wanted("connection"), since: seen.connection });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw nameTaken(writing.part, restored[writing.part].after["name"]);
  }
}

interface Write<Part extends VersionPart> {
  row: ConnectionWithEnds;
  update: Restored[Part]["update"];
  since: string;
}

async function writeSource(
  tx: Queryable,
  { sealer }: DestinationWriteDeps,
  { row, update, since }: Write<"source">,
): Promise<void> {
  if (update === null) return;
  const named = resourceNamed("source", row.team_id, publicId("source", row.source_id));
  await updateSource(tx, sealer, named, { update, ifUnchangedSince: since });
}

async function writeDestination(
  tx: Queryable,
  deps: DestinationWriteDeps,
  { row, update, since }: Write<"destination">,
): Promise<void> {
  if (update === null) return;
  const key = { team_id: row.team_id, id: row.destination_id };
  if (!(await changeDestination(tx, deps, { ...key, input: update, ifUnchangedSince: since }))) throw gone();
}

async function writeConnection(
  tx: Queryable,
  { sealer }: DestinationWriteDeps,
  { row: { team_id, id }, update, since }: Write<"connection">,
): Promise<void> {
  if (update === null) return;
  const rules = update.rules ? await keptRules({ tx, sealer, team_id }, update.rules) : undefined;
  const written = await updateConnection(tx, { team_id, id }, { ...update, rules }, since);
  if (written) return;
  const now = await findConnection(tx, team_id, id);
  if (now?.deleted_at !== null) throw gone();
  throw changedMeanwhile(now);
}

function nameTaken(part: VersionPart, name: unknown): ApiError {
  const message = `Another ${part} is called "${String(name)}" now. Rename that one first, or restore only the other parts.`;
  return new ApiError("RESOURCE_ALREADY_EXISTS", {}, { message, data: { resource_type: part } });
}
