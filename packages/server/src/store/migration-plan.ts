/**
 * Which migrations are still to be run, and are those that ran the ones we know?
 *
 * `migrate` asks at every start. A landed migration must never be edited: databases that have
 * already run it would silently differ from new ones.
 */
import { StartRefused } from "../start-refused.ts";

export interface AppliedMigration {
  number: number;
  name: string;
  checksum: string;
}

export interface Migration extends AppliedMigration {
  sql: string;
}

export class MigrationRefused extends StartRefused {
  override name = "MigrationRefused";
}

export interface MigrationPlan {
  pending: Migration[];
  /**
   * Run by a newer version of Posthorn. If that is the next release, this version still works: a release removes only
   * what the one before it no longer uses.
   */
  newer: string[];
}

export function planMigrations(known: Migration[], applied: AppliedMigration[]): MigrationPlan {
  const byNumber = new Map(applied.map((migration) => [migration.number, migration]));
  for (const { number, name, checksum } of known) {
    const run = byNumber.get(number);
    if (run === undefined || run.checksum === checksum) continue;
    throw new MigrationRefused(
      run.name === name
        ? `Migration ${name} was edited after this database ran it. Restore the file, and put the change into a new migration.`
        : `This database has run ${run.name} as migration ${number}; this version of Posthorn has ${name} in its place.`,
    );
  }
  return {
    pending: known.filter(({ number }) => !byNumber.has(number)),
    newer: applied.filter(({ number }) => number > known.length).map(({ name }) => name),
  };
}

/**
 * The migrations that make exactly the schema of a backup, or in words why this version cannot make it. `made` are those
 * that the backup's database had run.
 */
export function migrationsOf(
  known: readonly Migration[],
  made: readonly AppliedMigration[],
): { migrations: Migration[] } | { refusal: "newer" | "unknown" } {
  const migrations = known.slice(0, made.length);
  const areSame = migrations.every(
    (migration, index) =>
      migration.number === made[index]?.number && migration.checksum === made[index].checksum,
  );
  if (!areSame) return { refusal: "unknown" };
  return made.length > known.length ? { refusal: "newer" } : { migrations };
}

const OLDEST_MAJOR = 16;

/** Returns why this server cannot be used, or null. `version` is PostgreSQL's server_version_num. */
export function serverFault(version: number): string | null {
  const major = Math.floor(version / 10_000);
  return major < OLDEST_MAJOR
    ? `This database is PostgreSQL ${major}; Posthorn needs PostgreSQL ${OLDEST_MAJOR} or newer.`
    : null;
}
