/**
 * Which sessions get the events of a connection?
 *
 * The sessions of all processes, in memory: those with an open socket anywhere, and those that dropped a moment
 * ago. Route asks for every request to a CLI; announcements of the database keep the table fresh.
 */
import { type RequestFilter, compileRequestFilter } from "@posthorn/contract/filter/request-filter";
import { CLI_DROPPED_GRACE_MS } from "@posthorn/contract/limits";
import { uuidBytes } from "../ids.ts";
import { type CliSessionRow, readCliSessions } from "../store/cli-sessions.ts";
import type { Queryable } from "../store/database.ts";

export interface CliSession {
  key: string;
  id: Uint8Array;
  /** The machine that the CLI runs on. */
  client: Uint8Array;
  teamKey: string;
  connectionKeys: readonly string[];
  filter: RequestFilter;
  /** The process that holds the session's socket; null if none does. */
  processId: number | null;
}

export interface CliSessionTable {
  /** In the order in which the sessions were opened. */
  covering: (connectionKey: string) => readonly CliSession[];
  byKey: (key: string) => CliSession | undefined;
  /** All sessions, or one. */
  reload: (key?: string) => Promise<void>;
}

interface Known {
  session: CliSession;
  clientKey: string;
  /** When the session stops getting events, by the monotonic clock; null while its socket is open. */
  untilMs: number | null;
}

const NONE: readonly CliSession[] = [];

export function createCliSessionTable(
  db: Queryable,
  now: () => number = () => performance.now(),
): CliSessionTable {
  const known = new Map<string, Known>();
  const byConnection = new Map<string, Map<string, Known>>();
  /** Sessions that changed since the last read; null means all. */
  let asked: Set<string> | null = new Set();
  let waiting: Promise<void> | null = null;
  let lastRead: Promise<unknown> = Promise.resolve();

  function forget(key: string): void {
    const before = known.get(key);
    known.delete(key);
    for (const connection of before?.session.connectionKeys ?? []) {
      const sessions = byConnection.get(connection);
      sessions?.delete(key);
      if (sessions?.size === 0) byConnection.delete(connection);
    }
  }

  function put(row: CliSessionRow): void {
    forget(row.id);
    const untilMs = row.dropped_for_ms === null ? null : now() + CLI_DROPPED_GRACE_MS - row.dropped_for_ms;
    const entry = { session: sessionOf(row), clientKey: row.cli_id, untilMs };
    known.set(row.id, entry);
    for (const connection of row.webhook_ids) {
      const sessions = byConnection.get(connection) ?? new Map<string, Known>();
      byConnection.set(connection, sessions.set(row.id, entry));
    }
  }

  const isConnected = ({ untilMs }: Known) => untilMs === null;
  const isOver = ({ untilMs }: Known) => untilMs !== null && untilMs <= now();

  async function read(): Promise<void> {
    const keys = asked && [...asked];
    asked = new Set();
    waiting = null;
    const rows = await readCliSessions(db, keys).catch((error: unknown) => {
      asked = null; // a full read includes the announced sessions that this read missed
      throw error;
    });
    for (const key of keys ?? known.keys()) forget(key);
    for (const row of rows) put(row);
    for (const [key, entry] of known) if (isOver(entry)) forget(key);
  }

  return {
    covering(connectionKey) {
      const sessions = byConnection.get(connectionKey);
      if (!sessions) return NONE;
      const live = [...sessions.values()].filter((entry) => !isOver(entry));
      // A CLI that was restarted has a new session; its old one gets no more events.
      const connected = new Set(live.filter(isConnected).map(({ clientKey }) => clientKey));
      return live
        .filter((entry) => isConnected(entry) || !connected.has(entry.clientKey))
        .map(({ session }) => session)
        .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    },
    byKey: (key) => known.get(key)?.session,
    // Reads run one after the other, so that an older result never overwrites a newer one. Waiting
    // callers share a read.
    reload(key) {
      if (key === undefined) asked = null;
      else asked?.add(key);
      if (waiting) return waiting;
      const turn = lastRead.then(read);
      lastRead = turn.catch(() => undefined); // the callers of `turn` get the error
      return (waiting = turn);
    },
  };
}

function sessionOf(row: CliSessionRow): CliSession {
  return {
    key: row.id,
    id: uuidBytes(row.id),
    client: uuidBytes(row.cli_id),
    teamKey: row.team_id,
    connectionKeys: row.webhook_ids,
    filter: compileRequestFilter(row.filters),
    processId: row.process_id,
  };
}
