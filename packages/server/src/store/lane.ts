/**
 * Which connection does a batch of rows travel on?
 *
 * A lane is one connection that runs prepared batch statements, one at a time. It dials when it is first
 * used and again after a failure, so an outage shows as a failed batch and never as a crash. Join methods
 * that would read a whole partition are switched off: every batch statement finds its rows by key.
 */
import { Client, DatabaseError } from "pg";

const CONNECT_TIMEOUT_MS = 2_000;
/** A sender is answered within 4 s; a batch that needs longer is an outage. */
const STATEMENT_TIMEOUT_MS = 3_000;

export interface Lane {
  /** Tells the lanes of a process apart, also in the counters they add to. */
  readonly number: number;
  run: <Row>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>;
  close: () => Promise<void>;
}

/** The batch never reached the database, so its rows are certainly not stored. */
export class NotConnectedError extends Error {
  constructor(cause: unknown) {
    super("The database cannot be reached", { cause });
  }
}

export function openLane(url: string, number: number): Lane {
  let connecting: Promise<Client> | null = null;

  async function connect(): Promise<Client> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + 500,
      keepAlive: true,
      application_name: `posthorn lane ${number}`,
      options:
        "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan",
    });
    // Without a listener a broken connection would end the process; the batch on it fails by itself.
    client.on("error", () => forget());
    client.on("end", () => forget());
    await client.connect();
    return client;
  }

  function forget(): void {
    connecting = null;
  }

  return {
    number,
    async run<Row>(name: string, text: string, values: readonly unknown[]) {
      connecting ??= connect();
      const current = connecting;
      const client = await current.catch((error: unknown) => {
        if (connecting === current) forget();
        throw new NotConnectedError(error);
      });
      try {
        // The caller names the columns it selects; pg types rows as records of `any`.
        const result = await client.query({ name, text, values: values as unknown[] });
        return result.rows as Row[];
      } catch (error) {
        // A statement that PostgreSQL refused leaves the connection sound; anything else is replaced.
        if (!(error instanceof DatabaseError) || error.severity === "FATAL") {
          if (connecting === current) forget();
          void client.end().catch(() => undefined); // it is broken already
        }
        throw error;
      }
    },
    async close() {
      const current = connecting;
      forget();
      await current?.then((client) => client.end()).catch(() => undefined); // closing a broken connection
    },
  };
}

/** The row itself is at fault (class 22 and 23), so trying the same batch again cannot help. */
export function isRefusedData(error: unknown): boolean {
  return error instanceof DatabaseError && /^2[23]/.test(error.code ?? "");
}
