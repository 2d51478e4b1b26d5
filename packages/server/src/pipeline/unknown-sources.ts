/**
 * Does a source exist that is not in memory?
 *
 * Anybody can guess tokens, so the answer has to cost other senders next to nothing. One statement asks for all ids
 * that wait, and the next statement starts a turn later. An absent id is remembered for a moment. If too many ids
 * wait, further ones are not asked for. When the database announces a source while the statement runs, the statement
 * may have missed it: then the source counts as possible.
 */

/** How long the ids of the next statement are collected while there are many; a single one is asked for at once. */
const TURN_MS = 20;
const MAX_WAITING = 1_000;
const REMEMBERED_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/** Possible: the caller has to read it. Busy: too many ids wait, and the database was not asked. */
export type Existence = "absent" | "possible" | "busy";

export interface UnknownSources {
  existence: (key: string) => Promise<Existence>;
  /** The source has changed: what was known of it before this call no longer counts. */
  changed: (key: string) => void;
  /** Any source may have changed. */
  allChanged: () => void;
}

interface Turn {
  keys: Set<string>;
  /** Those that have changed while the statement runs. */
  changed: Set<string>;
  /** Those of the keys that do not exist. */
  absent: Promise<ReadonlySet<string>>;
}

export interface UnknownSourcesDeps {
  /** Returns those of these sources that exist, in one statement. */
  findExisting: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  nowMs?: () => number;
}

export function createUnknownSources({
  findExisting,
  nowMs = () => performance.now(),
}: UnknownSourcesDeps): UnknownSources {
  /** In the order in which they expire. */
  const absentUntilMs = new Map<string, number>();
  let waiting: Turn | null = null;
  let asking: Turn | null = null;
  /** Resolves when the next statement may start. */
  let free: Promise<unknown> = Promise.resolve();

  function newTurn(): Turn {
    const start = () => {
      [asking, waiting] = [turn, null];
      return ask(turn);
    };
    const turn: Turn = { keys: new Set(), changed: new Set(), absent: free.then(start) };
    free = turn.absent.then(pause, pause); // the callers get the error
    return turn;
  }

  async function ask(turn: Turn): Promise<ReadonlySet<string>> {
    const keys = [...turn.keys];
    try {
      const existing = await findExisting(keys);
      const absent = new Set(keys.filter((key) => !existing.has(key) && !turn.changed.has(key)));
      for (const key of absent) remember(key);
      return absent;
    } finally {
      asking = null;
    }
  }

  function remember(key: string): void {
    absentUntilMs.delete(key); // an entry that is set again moves to the end
    absentUntilMs.set(key, nowMs() + REMEMBERED_MS);
    const [oldest] = absentUntilMs.keys();
    if (absentUntilMs.size > MAX_REMEMBERED && oldest !== undefined) absentUntilMs.delete(oldest);
  }

  return {
    async existence(key) {
      if ((absentUntilMs.get(key) ?? 0) > nowMs()) return "absent";
      // Never the statement that runs: the source may have been created since it began.
      const turn = (waiting ??= newTurn());
      if (turn.keys.size >= MAX_WAITING && !turn.keys.has(key)) return "busy";
      turn.keys.add(key);
      return (await turn.absent).has(key) ? "absent" : "possible";
    },
    changed(key) {
      absentUntilMs.delete(key);
      asking?.changed.add(key);
    },
    allChanged() {
      absentUntilMs.clear();
      if (asking) asking.changed = asking.keys;
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, TURN_MS).unref());
}
