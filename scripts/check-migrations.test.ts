import { expect, test } from "vitest";
import {
  breakingStatements,
  migrationFaults,
  misnumberedMigrations,
  releasesIn,
} from "./check-migrations.ts";

test.each([
  [["a/0001-one.sql", "a/0002-two.sql"], []],
  [["a/0001-one.sql", "a/0003-three.sql"], ["a/0003-three.sql: should be number 2"]],
  [["a/0001-one.sql", "a/0002-b.sql", "a/0002-c.sql"], ["a/0002-c.sql: should be number 3"]],
])("of %j these have the wrong number: %j", (paths, expected) => {
  expect(misnumberedMigrations(paths).map(({ file, reason }) => `${file}: ${reason}`)).toEqual(expected);
});

test.each([
  "create table notes (id uuid primary key, text text not null unique);",
  "create table notes (id uuid primary key);\ncreate unique index notes_once on notes (id);",
  "create index notes_by_age on projects (id);",
  "alter table projects add note text;",
  "alter table projects add column note text not null default '', add column other integer;",
  "alter table projects add length integer not null generated always as (length(name)) stored;",
  "alter table projects add is_best boolean not null default false;\ncreate unique index projects_best on projects (organization_id) where is_best;",
  "alter table projects add rank integer, add check (rank > 0);",
  "alter table members drop constraint members_role_check, add constraint members_role_check check (role in ('a', 'b'));",
  "alter table projects alter note set default 'x', alter note drop not null, alter note set storage external;",
  "create or replace function f() returns void language plpgsql as $$ begin drop table t; end $$;",
  "create or replace view v as select 1 as one;",
  "drop trigger count on events; create trigger count after insert on events execute function f();",
  "drop index events_due; create index events_due on events (id);",
  "-- drop table projects;\n/* alter table projects rename to p; */ select 'drop table projects;';",
  "update projects set name = 'rename to; drop table x';",
])("the release before survives %s", (sql) => {
  expect(breakingStatements(sql)).toEqual([]);
});

test.each([
  ["drop table projects;", "still uses it"],
  ["DROP TABLE IF EXISTS projects;", "still uses it"],
  ["drop view project_roles;", "still uses it"],
  ["drop function fenced(integer);", "still uses it"],
  ["drop type mood;", "still uses it"],
  ["drop index projects_of_organization;", "still uses it"],
  ["drop trigger announce on sources;", "still uses it"],
  ["alter table projects drop column name;", "still uses it"],
  ["alter table projects drop name;", "still uses it"],
  ['ALTER TABLE IF EXISTS public."projects" DROP "name";', "still uses it"],
  ["alter table projects add note text, drop column if exists name;", "still uses it"],
  ["alter table projects drop constraint projects_pkey;", "still uses it"],
  ["alter table projects rename to teams;", "still uses it"],
  ["alter table projects rename column name to title;", "still uses it"],
  ["alter table projects\n  rename name to title;", "still uses it"],
  ["alter view project_roles rename to roles;", "still uses it"],
  ["alter function fenced(integer) rename to guarded;", "still uses it"],
  ["alter table projects alter column retention_days type bigint;", "the other type"],
  ["alter table projects alter retention_days set data type bigint;", "the other type"],
  ["alter table projects add note text not null;", "needs a default"],
  ["alter table projects add column note text not null, add other text default '';", "needs a default"],
  ["alter table projects alter name set not null;", "does not write it"],
  ["alter table projects alter retention_days drop default;", "does not write it"],
  ["alter table projects add check (length(name) < 10);", "may write what it refuses"],
  ["alter table projects add constraint short check (length(name) < 10);", "may write what it refuses"],
  [
    "alter table projects add foreign key (organization_id) references organizations;",
    "may write what it refuses",
  ],
  ["create unique index projects_by_name on projects (name);", "may write what it refuses"],
  ["do $$ begin drop table projects; end $$;", "still uses it"],
  ["do $$ begin if true then alter table projects rename to teams; end if; end $$;", "still uses it"],
  ["do $$ begin execute format('alter table %I drop column name', 'projects'); end $$;", "still uses it"],
])("the release before does not survive %s: it %s", (sql, reason) => {
  const found = breakingStatements(sql);

  expect(found).toHaveLength(1);
  expect(found[0]).toContain(reason);
});

const removal = "-- contract: 0.2.0\n-- Nobody reads it any more.\nalter table projects drop column name;";

test("what no release uses any more may go once the first release without it is out", () => {
  expect(migrationFaults(removal, ["0.2.0", "0.1.0"])).toEqual([]);
});

test("it may not go while that release is not out, or if the file names none", () => {
  expect(migrationFaults(removal, ["0.1.0"])).toEqual([expect.stringContaining("that release must be out")]);
  expect(migrationFaults(removal.replace("0.2.0", "soon"), ["0.1.0"])).toHaveLength(1);
  expect(migrationFaults(removal.replace("-- contract", "-- about"), ["0.2.0"])).toHaveLength(1);
});

test("a release is out when the changelog has its date", () => {
  const changelog =
    "# Changelog\n\n## 0.3.0 (unreleased)\n\n## 0.2.0 (2027-01-31)\n\n### 9.9.9 (2027-01-01)\n\n## 0.1.0 (2026-12-01)\n";

  expect(releasesIn(changelog)).toEqual(["0.2.0", "0.1.0"]);
});
