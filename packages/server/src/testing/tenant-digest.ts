/**
 * Has anything of these tenants changed?
 *
 * One digest over all their rows in all tables, so that no test must know what a call might have changed. A new table
 * is included by its columns; a table without an owner must be named here.
 *
 * Tests ask thousands of times. Almost always nothing was written since the last time, so triggers count the statements that
 * write, of all tables together and of each, and only tables with a new count are read again. Each table is read by a statement of its own in a function of
 * the database: it keeps its plans, and planning a query over so many partitions takes far longer than running it.
 */
import type { Queryable } from "../store/database.ts";

/** Tables of the installation, or whose rows are found only by keys in their owner's rows. */
const NOBODYS = new Set([
  "acme_accounts",
  "billing",
  "duplicate_keys",
  "invoice_numbers",
  "limiters",
  "limiter_groups",
  "login_failures",
  "master_key_check",
  "plan_offer",
  "plans",
  "processes",
  "schema_migrations",
  "search_mark",
  // Stands for the server of a provider of cards.
  "test_provider_objects",
  // What deleted projects leave to their organization; no call writes it.
  "usage_of_deleted_projects",
  "verifications",
]);

/** Finds a tenant's rows by the first of these columns that the table has; `$1` are the projects. */
const OWNED_BY: readonly (readonly [column: string, condition: string])[] = [
  ["team_id", "team_id = any($1)"],
  ["organization_id", "organization_id in (select organization_id from projects where id = any($1))"],
  [
    "user_id",
    `user_id in (select user_id from members where organization_id in (select organization_id from projects where id = any($1)))`,
  ],
];

/** Tables whose rows are owners, to which the other tables refer; and a queue of rows that are found by what they refer to. */
const OWNERS: Readonly<Record<string, string>> = {
  unpushed_entries: "entry_id in (select id from audit_entries where team_id = any($1))",
  projects: "id = any($1)",
  organizations: "id in (select organization_id from projects where id = any($1))",
  users: `id in (select user_id from members where organization_id in (select organization_id from projects where id = any($1)))`,
};

export interface TenantDigest {
  /** The tables that the digest covers. */
  tables: readonly string[];
  of: (...teamIds: string[]) => Promise<string>;
}

interface Part {
  name: string;
  /** Finds the tenants' rows. */
  condition: string;
  /** The text of a row. */
  row: string;
  /** The tables on whose rows it depends. */
  reads: readonly string[];
}

/** What was found, and how much had been written by then. */
interface Found {
  digest: string;
  counts: string;
}

export async function createTenantDigest(db: Queryable): Promise<TenantDigest> {
  const { rows } = await db.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0
     group by relname order by relname`,
  );
  const tables = rows.map(({ name }) => name);
  const parts = rows.filter(({ name }) => !NOBODYS.has(name)).map((row) => partOf(row, tables));
  await db.query(COUNTING);
  await db.query(functionOver(parts));
  const found = new Map<string, Found>();
  const wholes = new Map<string, Found>();
  return {
    tables,
    async of(...teamIds) {
      // Before the rows: what is written meanwhile counts as new the next time.
      const count = await readCountOfAll(db);
      const known = wholes.get(teamIds.join());
      if (known?.counts === count) return known.digest;
      const counts = await readCounts(db);
      const keyOf = ({ name }: Part) => [name, ...teamIds].join();
      const countsOf = ({ reads }: Part) =>
        JSON.stringify([counts[""], ...reads.map((name) => counts[name])]);
      const stale = parts.filter((part) => found.get(keyOf(part))?.counts !== countsOf(part));
      if (stale.length > 0) {
        const digests = await readDigests(db, teamIds, stale);
        for (const part of stale)
          found.set(keyOf(part), { digest: digests[part.name] ?? "", counts: countsOf(part) });
      }
      const digest = parts.map((part) => `${part.name}${found.get(keyOf(part))?.digest}`).join(" ");
      wholes.set(teamIds.join(), { digest, counts: count });
      return digest;
    },
  };
}

function partOf({ name, columns }: { name: string; columns: string[] }, tables: readonly string[]): Part {
  const condition = OWNERS[name] ?? OWNED_BY.find(([column]) => columns.includes(column))?.[1];
  if (condition === undefined) throw new Error(`Whose rows are in "${name}"? Say so in tenant-digest.ts.`);
  // A call that is refused has used its key.
  const row = columns.includes("last_used_at") ? "(to_jsonb(row) - 'last_used_at')::text" : "row::text";
  const words = new Set(condition.split(/\W+/));
  return { name, condition, row, reads: [name, ...tables.filter((other) => words.has(other))] };
}

/**
 * A sequence for each table counts the statements that write it, by its own name or by that of a partition, and one counts them
 * all. Its count is seen at once, and no rollback takes it back. Rows also come and go with partitions.
 */
const COUNTING = `
  create sequence if not exists all_writes;
  create or replace function count_write() returns trigger language plpgsql as $body$
  begin
    perform nextval(tg_argv[0]::regclass), nextval('all_writes');
    return null;
  end $body$;
  do $body$
  declare
    written record;
  begin
    for written in
      select oid::regclass as name, coalesce(pg_partition_root(oid), oid)::regclass::text as counted
      from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    loop
      execute format('create sequence if not exists %I', 'writes_of_' || written.counted);
      execute format(
        'create or replace trigger count_write after insert or update or delete or truncate on %s
         for each statement execute function count_write(%L)',
        written.name, 'writes_of_' || written.counted);
    end loop;
  end $body$`;

const PARTITIONS = "(select concat(count(*), ' ', max(inhrelid::int8)) from pg_inherits)";

async function readCountOfAll(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ count: string }>(
    `select concat(last_value, ' ', is_called, ' ', ${PARTITIONS}) as count from all_writes`,
  );
  return rows[0]?.count ?? "";
}

/** By table; under the empty name, how many partitions there are, and the newest table. */
async function readCounts(db: Queryable): Promise<Readonly<Record<string, string>>> {
  const { rows } = await db.query<{ counts: Record<string, string> }>(
    `select jsonb_object_agg(substr(relname, 11), coalesce(pg_sequence_last_value(oid), 0)::text)
            || jsonb_build_object('', ${PARTITIONS}) as counts
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S' and relname like 'writes\\_of\\_%'`,
  );
  return rows[0]?.counts ?? {};
}

function functionOver(parts: readonly Part[]): string {
  const statements = parts.map(
    ({ name, condition, row }) => `
      if '${name}' = any(wanted) then
        select md5(string_agg(${row}, chr(10) order by ${row})) into digest from ${name} as row where ${condition};
        digests := digests || jsonb_build_object('${name}', digest);
      end if;`,
  );
  return `
    create or replace function tenant_digests(uuid[], wanted text[]) returns jsonb
    language plpgsql stable set plan_cache_mode = force_generic_plan as $body$
    declare
      digest text;
      digests jsonb := '{}';
    begin
      ${statements.join("")}
      return digests;
    end $body$`;
}

async function readDigests(
  db: Queryable,
  teamIds: readonly string[],
  parts: readonly Part[],
): Promise<Readonly<Record<string, string | null>>> {
  const { rows } = await db.query<{ digests: Record<string, string | null> }>(
    "select tenant_digests($1, $2) as digests",
    [teamIds, parts.map(({ name }) => name)],
  );
  return rows[0]?.digests ?? {};
}
