/** Where is an execution, a bulk operation or the data of a request shown? */
import type { BulkType } from "@posthorn/contract/causes";
import { type IdKind, internalId, publicId } from "@posthorn/contract/ids";
import { findPlace, type Place } from "@posthorn/contract/places";
import type { Queryable } from "../../store/database.ts";
import type { ApiDeps } from "../api-deps.ts";
import { notFound } from "../api-error.ts";
import type { Serve } from "../call.ts";

type Find = (db: Queryable, team_id: string, id: string) => Promise<Place | null>;

const FINDS: Partial<Record<IdKind, Find>> = {
  async execution(db, team_id, id) {
    const { rows } = await db.query<{ transformation_id: string }>(
      "select transformation_id from transformation_executions where team_id = $1 and id = $2",
      [team_id, id],
    );
    const [row] = rows;
    return row
      ? { kind: "execution", transformation_id: publicId("transformation", row.transformation_id) }
      : null;
  },
  async bulk_operation(db, team_id, id) {
    const { rows } = await db.query<{ type: BulkType }>(
      "select type from bulk_operations where team_id = $1 and id = $2",
      [team_id, id],
    );
    const [row] = rows;
    return row ? { kind: "bulk_operation", type: row.type } : null;
  },
  /** Data has the id of its request, or of the event for which a transformation made it. */
  async payload(db, team_id, id) {
    const { rows } = await db.query<{ kind: "request" | "event" }>(
      `select 'request' as kind from requests where team_id = $1 and id = $2
       union all select 'event' from events where team_id = $1 and id = $2`,
      [team_id, id],
    );
    const [row] = rows;
    return row ? { kind: row.kind, id: publicId(row.kind, id) } : null;
  },
};

export function servePlaces(serve: Serve, { db }: Pick<ApiDeps, "db">): void {
  serve(findPlace, async ({ team_id, id }) => {
    // Safe: the keys of a record of kinds are kinds.
    for (const [kind, find] of Object.entries(FINDS) as [IdKind, Find][]) {
      const uuid = internalId(kind, id);
      const place = uuid && (await find(db, team_id, uuid));
      if (place) return place;
    }
    throw notFound(id);
  });
}
