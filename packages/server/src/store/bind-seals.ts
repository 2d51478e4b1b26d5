/**
 * How do secrets that were sealed without their place become bound to it?
 *
 * `start` calls this before anything is opened. Seals of version 1 open in any row, so each is opened and sealed again
 * for its own row, in steps of a hundred rows that a crash cannot undo. The check of the master key comes last and so
 * records that all is done: once it is bound, nothing opens or binds version 1 any more. Otherwise a copy of an old
 * seal that was written into another row would be bound to that row.
 */
import type { Log } from "../log.ts";
import type { Database } from "./database.ts";
import { MASTER_KEY_ROW, readMasterKeyCheck, replaceMasterKeyCheck } from "./master-key.ts";
import { type SealedColumn, UNBOUND_VERSION, createSealer, openUnbound } from "./seal.ts";

const ROWS_PER_STEP = 100;
/** Processes that start together take turns. The number is ours alone. */
const BIND_SEALS_LOCK = 7_401_002;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Where the columns are; a project is its own project. */
const COLUMNS = [
  { column: "projects.signing_secret", table: "projects", name: "signing_secret", project: "id" },
  {
    column: "projects.previous_signing_secret",
    table: "projects",
    name: "previous_signing_secret",
    project: "id",
  },
  { column: "sources.auth", table: "sources", name: "auth", project: "team_id" },
  { column: "destinations.auth", table: "destinations", name: "auth", project: "team_id" },
  { column: "transformations.env", table: "transformations", name: "env", project: "team_id" },
] as const satisfies readonly { column: SealedColumn; table: string; name: string; project: string }[];

type Place = (typeof COLUMNS)[number];

export const BOUND_COLUMNS: readonly SealedColumn[] = COLUMNS.map(({ column }) => column);

interface UnboundRow {
  id: string;
  team_id: string;
  sealed: Buffer;
}

export interface BindSealsDeps {
  db: Database;
  masterKey: string;
  log: Pick<Log, "info" | "error">;
}

export async function bindSeals({ db, masterKey, log }: BindSealsDeps): Promise<void> {
  const check = await readMasterKeyCheck(db);
  if (check?.[0] !== UNBOUND_VERSION) return;
  const sealer = createSealer(masterKey);

  let rows = 0;
  for (const place of COLUMNS) rows += await bindColumn(place);
  await replaceMasterKeyCheck(db, {
    from: check,
    to: sealer.seal(openUnbound(masterKey, check), "master_key_check.sealed", MASTER_KEY_ROW),
  });
  log.info("seals.bound", { rows });

  async function bindColumn(place: Place): Promise<number> {
    let bound = 0;
    let after = BEFORE_ALL;
    for (;;) {
      const step = await bindNext(place, after);
      bound += step.length;
      const last = step.at(-1);
      if (!last) return bound;
      after = last.id;
    }
  }

  /** Binds the next rows after this id, and returns those it has read. */
  function bindNext({ column, table, name, project }: Place, after: string): Promise<UnboundRow[]> {
    return db.transaction(async (tx) => {
      await tx.query("select pg_advisory_xact_lock($1)", [BIND_SEALS_LOCK]);
      const { rows: unbound } = await tx.query<UnboundRow>(
        `select id, ${project} as team_id, ${name} as sealed from ${table}
         where id > $1 and substring(${name} from 1 for 1) = $2 order by id limit ${ROWS_PER_STEP}`,
        [after, Buffer.of(UNBOUND_VERSION)],
      );
      const seals = unbound.map((row) => boundSeal(column, row));
      await tx.query(
        `update ${table} set ${name} = bound.seal
         from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as bound (id, before, seal)
         where ${table}.id = bound.id and ${table}.${name} = bound.before and bound.seal is not null`,
        [unbound.map(({ id }) => id), unbound.map(({ sealed }) => sealed), seals],
      );
      return unbound;
    });
  }

  /** Null if it does not open: its row then fails as it did before. */
  function boundSeal(column: SealedColumn, row: UnboundRow): Buffer | null {
    try {
      return sealer.seal(openUnbound(masterKey, row.sealed), column, row);
    } catch (error) {
      log.error("seals.not_bound", { column, team_id: row.team_id, id: row.id, error });
      return null;
    }
  }
}
