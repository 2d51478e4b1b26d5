/**
 * How does history get into a database that no gateway has lived through?
 *
 * One statement per chunk of requests inserts rows into the tables as a gateway would have left them; the triggers of the
 * tables count them. What became of the requests is the caller's: searched-history.ts has the hardest rows for a search,
 * seeded-history.ts rows that look like those of a shop.
 */
import { availableParallelism } from "node:os";
import { Client } from "pg";

/** Each statement runs the triggers of its tables once, and takes a second or two. */
const CHUNK = 20_000;
const MOST_WRITERS = 4;

export interface History {
  /** Inserts what became of the requests with numbers from $1 to $2. Its other values follow from $3 on. */
  statement: string;
  values: readonly unknown[];
  requests: number;
  /** Those whose lists are read at once. The database cleans up the others by itself. */
  tables: readonly string[];
}

/** SQL of an id that the gateway would have made in this millisecond for request `number`. */
export function idOf(ms: string, ordinal: string): string {
  return `(lpad(to_hex(${ms}), 12, '0') || '7' || lpad(to_hex(number % 4096), 3, '0') || '8'
    || substr(md5(number::text), 1, 11) || ${ordinal})::uuid`;
}

/** Several connections write at the same time. Nothing of it must survive a crash, so no commit waits for the disk. */
export async function writeHistory(databaseUrl: string, history: History): Promise<void> {
  const { statement, values, requests, tables } = history;
  let next = 1;
  const write = () =>
    withClient(databaseUrl, async (client) => {
      await client.query("set synchronous_commit = off; set work_mem = '128MB'");
      while (next <= requests) {
        const first = next;
        next += CHUNK;
        await client.query(statement, [first, Math.min(first + CHUNK - 1, requests), ...values]);
      }
    });
  const writers = Math.min(MOST_WRITERS, availableParallelism());
  await Promise.all(Array.from({ length: writers }, write));
  await Promise.all(
    tables.map((table) => withClient(databaseUrl, (client) => client.query(`vacuum (analyze) ${table}`))),
  );
}

async function withClient<Result>(
  databaseUrl: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
