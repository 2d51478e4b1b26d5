/**
 * Can the release before run on the schema that a new migration makes?
 *
 * Releases N-1 and N run side by side during a rolling update. So a migration adds (expand); what it replaces is removed by
 * a migration of a later release, which says from which release on nothing uses it any more: `-- contract: 0.2.0`
 * (docs/how-to-change-the-schema.md). `npm run check` refuses what breaks N-1, and also wrong numbers of migrations, because
 * two branches can take the same number without noticing. The baseline came with the first release and is not asked.
 */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { BASELINE } from "../packages/server/src/store/earlier-checkouts.ts";

interface Fault {
  file: string;
  reason: string;
}

/** Every start would refuse a migration whose number is taken or leaves a gap. `paths` must be sorted. */
export function misnumberedMigrations(paths: readonly string[]): Fault[] {
  return paths.flatMap((file, index) =>
    numberOf(file) === index + 1 ? [] : [{ file, reason: `should be number ${index + 1}` }],
  );
}

function numberOf(file: string): number {
  return Number(/(\d{4})-[^/]*$/.exec(file)?.[1]);
}

/** `released` are the releases that are out: what the newest of them still uses must stay. */
export function migrationFaults(sql: string, released: readonly string[]): string[] {
  const contract = /^-- contract:\s*(.*)$/m.exec(sql)?.[1];
  if (contract === undefined) return breakingStatements(sql);
  if (released.includes(contract)) return [];
  return [
    `\`-- contract: ${contract}\` must name the release from which on nothing uses what it removes, and that release must be out`,
  ];
}

/** What in it the release before may not survive, each with the reason. */
export function breakingStatements(sql: string): string[] {
  const statements = statementsOf(sql);
  const isMade = (kind: string, name: string) =>
    statements.some((statement) =>
      new RegExp(String.raw`^create (or replace )?(unique )?${kind}( if not exists)? ${name}\b`).test(
        statement,
      ),
    );
  return statements.flatMap((statement) => {
    const reason = reasonAgainst(statement, statements, isMade);
    return reason === null ? [] : [`${reason}: ${shortened(statement)}`];
  });
}

const USED = "the release before still uses it";
const REMOVAL = /^drop (?!(?:index|trigger)\b)(?:materialized )?\w+/;

function reasonAgainst(
  statement: string,
  statements: readonly string[],
  isMade: (kind: string, name: string) => boolean,
): string | null {
  if (REMOVAL.test(statement)) return USED;
  const dropped = /^drop (index|trigger)(?: concurrently)?(?: if exists)? (\w+)/.exec(statement);
  if (dropped) return isMade(dropped[1] ?? "", dropped[2] ?? "") ? null : USED;
  if (/^alter (?!table\b)\w+.*\b(rename|set schema)\b/.test(statement)) return USED;
  const unique = /^create unique index.*? on (?:only )?(\w+)/.exec(statement);
  if (unique)
    return isAboutNew(statement, unique[1] ?? "", statements)
      ? null
      : "the release before may write what it refuses";
  const table = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(statement);
  if (table === null) return null;
  const [, name = "", actions = ""] = table;
  for (const action of splitOutside(actions, ",")) {
    const reason = reasonAgainstAction(action.trim(), name, statements);
    if (reason !== null) return reason;
  }
  return null;
}

function reasonAgainstAction(action: string, table: string, statements: readonly string[]): string | null {
  if (/^rename\b/.test(action) || /^set schema\b/.test(action)) return USED;
  const constraint = /^drop constraint(?: if exists)? (\w+)/.exec(action);
  if (constraint) {
    const isReplaced = statements.some((other) =>
      new RegExp(`add constraint ${constraint[1]}\\b`).test(other),
    );
    return isReplaced ? null : USED;
  }
  if (/^drop\b/.test(action)) return USED;
  if (/^alter (column )?\w+ (set data )?type\b/.test(action))
    return "the release before expects the other type";
  if (
    /^alter (column )?\w+ (set not null|drop default|add generated|drop (identity|expression))\b/.test(action)
  ) {
    return "the release before does not write it";
  }
  if (/^add (constraint|check|unique|primary key|foreign key|exclude)\b/.test(action)) {
    const name = /^add constraint (\w+)/.exec(action)?.[1];
    const isReplaced =
      name !== undefined &&
      statements.some((other) => new RegExp(`drop constraint( if exists)? ${name}\\b`).test(other));
    return isReplaced || isAboutNew(action, table, statements)
      ? null
      : "the release before may write what it refuses";
  }
  if (
    /^add\b/.test(action) &&
    /\bnot null\b|\bprimary key\b/.test(action) &&
    !/\b(default|generated)\b/.test(action)
  ) {
    return "the release before does not write it, so it needs a default";
  }
  return null;
}

/** A new table, or a column that the same migration adds to the table: the release before writes neither. */
function isAboutNew(text: string, table: string, statements: readonly string[]): boolean {
  if (statements.some((other) => new RegExp(`^create table (if not exists )?${table}\\b`).test(other)))
    return true;
  const added = statements
    .filter((other) => new RegExp(`^alter table (if exists )?(only )?${table} `).test(other))
    .flatMap((other) =>
      [...other.matchAll(/\badd (?:column )?(?:if not exists )?(\w+)/g)].map(([, name = ""]) => name),
    )
    .filter((name) => !/^(constraint|check|unique|primary|foreign|exclude)$/.test(name));
  return added.some((name) => new RegExp(`\\b${name}\\b`).test(text));
}

/**
 * In small letters, on one line, without comments, and without texts in quotes. Bodies of functions run later, so they are
 * no part of the migration; the body of a DO block runs now, and counts with the texts that it may execute.
 */
function statementsOf(sql: string): string[] {
  const bare = sql
    .replaceAll(/--[^\n]*/g, " ")
    .replaceAll(/\/\*[\s\S]*?\*\//g, " ")
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .replaceAll("public.", "");
  const blocks: string[] = [];
  const rest = bare
    .replaceAll(/\bdo (?:language plpgsql )?(\$\w*\$)(.*?)\1/g, (_, __, body: string) => {
      blocks.push(...body.split(/[;']|\bthen\b|\bloop\b|\bbegin\b|\belse\b/));
      return " ";
    })
    .replaceAll(/(\$\w*\$)(.*?)\1/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', "");
  return [...rest.split(";"), ...blocks].map((text) => text.trim()).filter((text) => text !== "");
}

/** Splits at each separator that is in no brackets. */
function splitOutside(text: string, separator: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (letter === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

function shortened(statement: string): string {
  return statement.length <= 100 ? statement : `${statement.slice(0, 99)}…`;
}

/** Releases that are out have a date: `## 0.1.0 (2026-12-01)`. */
export function releasesIn(changelog: string): string[] {
  return [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/gm)].map(
    ([, release = ""]) => release,
  );
}

if (import.meta.main) {
  const repository = join(import.meta.dirname, "..");
  const read = (path: string) => readFileSync(join(repository, path), "utf8");
  const paths = globSync("packages/server/src/store/migrations/*.sql", { cwd: repository }).toSorted();
  const released = releasesIn(read("CHANGELOG.md"));
  const faults = [
    ...misnumberedMigrations(paths),
    ...paths
      .filter((file) => numberOf(basename(file)) > BASELINE)
      .flatMap((file) => migrationFaults(read(file), released).map((reason) => ({ file, reason }))),
  ];
  for (const { file, reason } of faults) console.error(`${file}: ${reason}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
