/**
 * What of a list was not shown yet?
 *
 * Pure. A row may become visible after newer ones, because the process that stores it commits later, and an attempt is
 * dated by its beginning. So each look reads back over what was seen, and this remembers what was shown in which state.
 * Nothing is shown twice in one state, and what is late is shown late.
 */

/** Each look reads back this far, and now and then a wide one goes further. */
export const OVERLAP_MS = 10_000;
export const WIDE_OVERLAP_MS = 120_000;

export interface Row {
  id: string;
  atMs: number;
  /** A row is shown again when this has changed. */
  state: string;
}

export interface Ledger<Model> {
  /** From when on the next look has to read. */
  sinceMs: (isWide: boolean) => number;
  /** Those that are new, or in another state than before. */
  news: (models: readonly Model[]) => Model[];
  /** Keeps this row in mind until it is let go, however old it gets. */
  follow: (id: string) => void;
  letGo: (id: string) => void;
  /** The oldest first. */
  followed: () => string[];
}

export function createLedger<Model>(rowOf: (model: Model) => Row, startMs: number): Ledger<Model> {
  const states = new Map<string, { state: string; atMs: number }>();
  const following = new Set<string>();
  let newestMs = startMs;

  function forgetOld(): void {
    const horizonMs = newestMs - WIDE_OVERLAP_MS;
    for (const [id, { atMs }] of states) if (atMs < horizonMs && !following.has(id)) states.delete(id);
  }

  return {
    sinceMs: (isWide) => newestMs - (isWide ? WIDE_OVERLAP_MS : OVERLAP_MS),
    news(models) {
      const fresh = models.filter((model) => {
        const { id, atMs, state } = rowOf(model);
        const isNew = states.get(id)?.state !== state;
        states.set(id, { state, atMs });
        newestMs = Math.max(newestMs, atMs);
        return isNew;
      });
      forgetOld();
      return fresh;
    },
    follow: (id) => void following.add(id),
    letGo: (id) => void following.delete(id),
    followed: () => [...following],
  };
}
