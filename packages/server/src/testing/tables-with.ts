/** In which tables does a text still stand? Looks through every column of every row, and into bytes. */
import type { Queryable } from "../store/database.ts";

export async function tablesWith(db: Queryable, text: string): Promise<string[]> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const found: string[] = [];
  // As text, bytes are hexadecimal.
  const hexadecimal = Buffer.from(text).toString("hex");
  for (const { name } of tables) {
    const { rowCount } = await db.query(
      `select from ${name} as one where strpos(one::text, $1) > 0 or strpos(one::text, $2) > 0 limit 1`,
      [text, hexadecimal],
    );
    if (rowCount > 0) found.push(name);
  }
  return found;
}
