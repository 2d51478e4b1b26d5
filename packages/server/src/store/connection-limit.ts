/**
 * How many connections does the database allow us?
 *
 * Asked once, before several processes start. The server has a limit, and so may the database and the role.
 */
import { Client } from "pg";

const WITHIN_MS = 5_000;

export async function readConnectionLimit(url: string): Promise<number> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
    application_name: "posthorn start",
  });
  client.on("error", () => undefined); // the failing query reports it
  try {
    await client.connect();
    const { rows } = await client.query<{ allowed: number }>(
      `select least(
         current_setting('max_connections')::int
           - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true), '0')::int,
         (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
         (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
       ) as allowed`,
    );
    return rows[0]?.allowed ?? 0;
  } finally {
    await client.end().catch(() => undefined); // nothing depends on this connection
  }
}
