/**
 * Which migrations are still to be run, and is what has run what we know?
 *
 * `migrate` asks at every start. The one thing to get wrong: a landed migration must never be edited,
 * because databases that have run it would silently differ from those that run it from now on.
 */
export interface AppliedMigration {
  number: number;
  name: string;
  checksum: string;
}

export interface Migration extends AppliedMigration {
  sql: string;
}

export class MigrationRefused extends Error {
  override name = "MigrationRefused";
}

export interface MigrationPlan {
  pending: Migration[];
  /** Run by a newer version of Posthorn. We work with them: each version adds, and takes away a release later. */
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

const OLDEST_MAJOR = 16;

/** Why this server cannot be used; null when it can. `version` is PostgreSQL's server_version_num. */
export function serverFault(version: number): string | null {
  const major = Math.floor(version / 10_000);
  return major < OLDEST_MAJOR
    ? `This database is PostgreSQL ${major}; Posthorn needs PostgreSQL ${OLDEST_MAJOR} or newer.`
    : null;
}
