/**
 * Has anything of these tenants changed?
 *
 * One digest over all their rows in all tables, so that no test must know what a call might have changed. A new table
 * is included by its columns; a table without an owner must be named here.
 *
 * Tests ask thousands of times, and planning a query over so many partitions takes far longer than running it. A
 * function of the database keeps its plans. It has a statement for each table: one over all of them took fifteen times as
 * long, although its plan was kept, too.
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

export async function createTenantDigest(db: Queryable): Promise<TenantDigest> {
  const { rows } = await db.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0
     group by relname order by relname`,
  );
  const parts = rows
    .filter(({ name }) => !NOBODYS.has(name))
    .map(({ name, columns }) => {
      const owned = OWNERS[name] ?? OWNED_BY.find(([column]) => columns.includes(column))?.[1];
      if (owned === undefined) throw new Error(`Whose rows are in "${name}"? Say so in tenant-digest.ts.`);
      // A call that is refused has used its key.
      const seen = columns.includes("last_used_at") ? "(to_jsonb(row) - 'last_used_at')::text" : "row::text";
      return `select md5(string_agg(${seen}, chr(10) order by ${seen})) into digest
                from ${name} as row where ${owned};
              digests := digests || ' ${name}' || coalesce(digest, '');`;
    });
  await db.query(
    `create or replace function tenant_digest(uuid[]) returns text
     language plpgsql stable set plan_cache_mode = force_generic_plan as $body$
     declare
       digest text;
       digests text := '';
     begin
       ${parts.join("\n")}
       return digests;
     end $body$`,
  );
  return {
    tables: rows.map(({ name }) => name),
    async of(...teamIds) {
      const { rows: digests } = await db.query<{ digest: string }>("select tenant_digest($1) as digest", [
        teamIds,
      ]);
      return digests[0]?.digest ?? "";
    },
  };
}
