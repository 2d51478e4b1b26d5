/**
 * Which connection does a batch of rows travel on?
 *
 * A lane is one connection that runs prepared batch statements, one at a time. It dials when it is first
 * used and again after a failure, so an outage shows as a failed batch and never as a crash. Join methods
 * that would read a whole partition are switched off: every batch statement finds its rows by key.
 *
 * A statement that changes or locks events says which by bounds on their ids or by a join with their ids, never by both:
 * with both, PostgreSQL 18.4 loses rows (decision 122).
 */
import { Client, DatabaseError } from "pg";
import type { StatementTimes } from "./statement-times.ts";

const CONNECT_TIMEOUT_MS = 2_000;
/** A sender is answered within 4 s; a batch that needs longer is too large, or the database is in trouble. */
export const STATEMENT_TIMEOUT_MS = 3_000;

/** The driver's own deadline carries no code, only this sentence. */
const DRIVER_TIMEOUT = "Query read timeout";

export interface Lane {
  /** Dials before there is a batch to carry: dialling takes several round trips, which a slow network makes seconds. */
  dial: () => Promise<void>;
  run: <Row>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>;
  /** Closes the lane forever: later batches fail as if the database were away. */
  close: () => Promise<void>;
}

/** The batch never reached the database, so its rows are certainly not stored. */
export class NotConnectedError extends Error {
  constructor(cause: unknown) {
    super("The database cannot be reached", { cause });
  }
}

export interface LaneOptions {
  /** Called when the fence has refused a statement: another process has declared this process dead. */
  declaredDead?: () => void;
  /** Adds the time of each batch under the name of its statement. */
  times?: StatementTimes | undefined;
}

export function openLane(url: string, { declaredDead, times }: LaneOptions = {}): Lane {
  /** The connection that the next batch travels on, open or being opened. */
  let current: Promise<Client> | null = null;
  let isClosed = false;

  function connect(): Promise<Client> {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + 500,
      keepAlive: true,
      application_name: "posthorn lane",
      options:
        "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan",
    });
    const connected = client.connect().then(
      () => client,
      (error: unknown) => {
        forget(connected);
        end(client);
        throw new NotConnectedError(error);
      },
    );
    // Without a listener a broken connection would end the process; the batch on it fails by itself.
    client.on("error", () => forget(connected));
    client.on("end", () => forget(connected));
    return connected;
  }

  /** An old connection may end long after a new one replaced it. The new one stays. */
  function forget(connected: Promise<Client>): void {
    if (current === connected) current = null;
  }

  return {
    async dial() {
      if (!isClosed) await (current ??= connect());
    },
    async run<Row>(name: string, text: string, values: readonly unknown[]) {
      if (isClosed) throw new NotConnectedError(new Error("The lane is closed"));
      current ??= connect();
      const connected = current;
      const client = await connected;
      try {
        // The caller names the columns it selects; pg types rows as records of `any`.
        const query = () => client.query({ name, text, values: values as unknown[] });
        const result = await (times ? times.timed(name, query) : query());
        return result.rows as Row[];
      } catch (error) {
        // After a statement that PostgreSQL refused, the connection still works. After anything else it is replaced.
        if (!(error instanceof DatabaseError) || error.severity === "FATAL") {
          forget(connected);
          end(client);
        }
        if (isShutOut(error)) declaredDead?.();
        throw error;
      }
    },
    async close() {
      isClosed = true;
      const connected = current;
      current = null;
      await connected?.then((client) => client.end()).catch(() => undefined); // closing a broken connection
    },
  };
}

/** Ends a connection that is already broken. Nothing waits for it, and its error says nothing new. */
function end(client: Client): void {
  client.end().catch(() => undefined);
}

/** Returns whether the fence refused the statement (PH001), so that it has certainly written nothing: see processes.ts. */
export function isShutOut(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "PH001";
}

/** Returns whether the data itself is at fault (class 22 and 23), so that trying the same batch again cannot help. */
export function isRefusedData(error: unknown): boolean {
  return error instanceof DatabaseError && /^2[23]/.test(error.code ?? "");
}

/**
 * Returns whether the statement ran into a deadline: its own (57014), that of a lock (55P03), or the driver's. After
 * the driver's deadline the database may still run it. With fewer rows it may succeed.
 */
export function ranOutOfTime(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === "57014" || error.code === "55P03";
  return error instanceof Error && error.message === DRIVER_TIMEOUT;
}
