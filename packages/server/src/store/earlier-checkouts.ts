/**
 * Did a checkout from before the first release make this database, and can this version go on with it?
 *
 * Before 0.1.0 there were 58 migrations. They are one baseline per area now (decision 118). A database that has run exactly
 * these 58 has the schema of the baseline, so `migrate` relabels it: it writes down that the database has
 * run the baseline. Every other one of that time is refused, with what to do.
 */
import { createHash } from "node:crypto";
import type { AppliedMigration } from "./migration-plan.ts";

/** Of the files in `migrations/`, so many are the baseline. They came with 0.1.0 and are never edited. */
export const BASELINE = 12;

const FIRST = "0001-gateway";
const COUNT = 58;
/** A commit that has all of them. */
const LAST_CHECKOUT = "16006e77";
/** Of the lines "name checksum" of all 58. */
const DIGEST = "3f432fac686eb05a93f7700e21330f43fbb08188055f902587e5f089945b6047";

export function isOfEarlierCheckout(applied: readonly AppliedMigration[]): boolean {
  return applied[0]?.name === FIRST;
}

/** Returns why such a database cannot be relabelled, or null. `applied` is sorted by number. */
export function relabellingFault(applied: readonly AppliedMigration[]): string | null {
  const lines = applied.map(({ name, checksum }) => `${name} ${checksum}`).join("\n");
  if (createHash("sha256").update(lines).digest("hex") === DIGEST) return null;
  const takeAlong =
    "To take only the configuration along, write it to a file with `posthorn export` while the earlier checkout runs, start this " +
    "version on a new database or data directory, and load the file with `posthorn apply`.";
  if (applied.length < COUNT) {
    return (
      `A checkout of Posthorn from before 0.1.0 made this database, and it has run ${applied.length} of the ${COUNT} migrations ` +
      `of that time. Start the last such checkout on it once (\`git checkout ${LAST_CHECKOUT}\`, then \`npm start\`), stop it, and ` +
      `start this version again. ${takeAlong}`
    );
  }
  return (
    "A checkout of Posthorn from before 0.1.0 made this database, and it has run migrations that are not those of " +
    `${LAST_CHECKOUT}, so this version does not know its tables. ${takeAlong}`
  );
}

/**
 * What is left of that time besides rows: a view and a function that no version uses any more, and names of constraints
 * that PostgreSQL has since version 18.
 */
export const REMOVE_LEFTOVERS = `
  drop view changes;
  drop function ms_between(timestamptz, timestamptz);
  do $$
  declare
    misnamed record;
  begin
    for misnamed in
      select relname as of_table, conname as name, relname || '_' || attname || '_not_null' as right_name
      from pg_constraint
      join pg_class on pg_class.oid = conrelid and relnamespace = 'public'::regnamespace
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'n' and relname in
        ('audit_entries', 'request_news', 'event_news', 'ignored_news', 'attempt_news', 'execution_news')
    loop
      if misnamed.name <> misnamed.right_name then
        execute format('alter table %I rename constraint %I to %I', misnamed.of_table, misnamed.name, misnamed.right_name);
      end if;
    end loop;
  end $$`;
