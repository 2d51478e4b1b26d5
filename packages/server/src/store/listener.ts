/**
 * How does a process hear the database's announcements?
 *
 * One connection listens. A query every few seconds checks it, and it is opened again when it breaks. Announcements
 * made meanwhile are lost, so every new connection first calls `onConnected`, where the process catches up.
 */
import { Client } from "pg";

const CONNECT_TIMEOUT_MS = 2_000;
const ASK_EVERY_MS = 5_000;
const RETRY_MS = 500;

export interface Listener {
  /** Resolves when the first connection listens and `onConnected` has finished. */
  start: () => Promise<void>;
  /** Resolves with true when all earlier announcements have arrived; with false if none arrive now. */
  caughtUp: () => Promise<boolean>;
  stop: () => Promise<void>;
}

export interface ListenerOptions {
  url: string;
  channels: Readonly<Record<string, (payload: string) => void>>;
  onConnected: () => Promise<void>;
  onLost: (error: Error) => void;
}

export function createListener({ url, channels, onConnected, onLost }: ListenerOptions): Listener {
  let client: Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isStopped = false;

  async function connect(): Promise<void> {
    const fresh = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      application_name: "posthorn listener",
      keepAlive: true,
    });
    const watch = setInterval(() => void ask(), ASK_EVERY_MS);
    async function ask(): Promise<void> {
      try {
        await fresh.query("select 1");
      } catch (error) {
        lose(error instanceof Error ? error : new Error(String(error)));
      }
    }
    let isLost = false;
    function lose(error: Error): void {
      if (isLost) return;
      isLost = true;
      clearInterval(watch);
      client = null;
      void quietly(fresh.end()); // it is already broken
      if (isStopped) return;
      onLost(error);
      again();
    }
    fresh.on("error", lose);
    fresh.on("end", () => lose(new Error("The database closed the connection")));
    fresh.on("notification", ({ channel, payload }) => channels[channel]?.(payload ?? ""));
    try {
      await fresh.connect();
      await fresh.query(
        Object.keys(channels)
          .map((channel) => `listen ${channel}`)
          .join("; "),
      );
      client = fresh;
      await onConnected();
    } catch (error) {
      isLost = true;
      clearInterval(watch);
      client = null;
      void quietly(fresh.end());
      throw error;
    }
  }

  function again(): void {
    retry = setTimeout(() => void connect().catch(() => !isStopped && again()), RETRY_MS);
  }

  return {
    start: connect,
    async caughtUp() {
      try {
        // The connection receives waiting announcements before the answer to its next query.
        return (await client?.query("select 1")) !== undefined;
      } catch {
        return false; // `lose` reports a broken connection
      }
    },
    async stop() {
      isStopped = true;
      if (retry) clearTimeout(retry);
      if (client) await quietly(client.end());
    },
  };
}

/** Ends a connection that may already be broken, and ignores the error. */
async function quietly(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch {
    // it was broken
  }
}
