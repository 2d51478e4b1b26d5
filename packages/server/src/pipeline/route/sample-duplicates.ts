/**
 * Which requests of a sample are duplicates of each other?
 *
 * For a trial of rules: like the database's record of keys (store/duplicate-keys.ts), but in memory, for this sample
 * only, and by the times at which its requests came. Requests are decided in the order of their arrival, however long
 * the rules before deduplicate take for each: a request waits until every earlier one has asked, or will not ask.
 */
export interface SampleRequest {
  id: string;
  arrivedAtMs: number;
}

export interface SampleDuplicates {
  /** Returns true for the first request with its key; a duplicate does not extend the window. */
  isFirst: (id: string, key: Buffer, windowMs: number) => Promise<boolean>;
  /** The first request with the key of this duplicate. */
  firstOf: (id: string) => SampleRequest | null;
  /** This request has been decided: it asks no more. */
  decided: (id: string) => void;
}

/** `sample` is in the order of arrival. */
export function createSampleDuplicates(sample: readonly SampleRequest[]): SampleDuplicates {
  const known = new Map<string, { first: SampleRequest; untilMs: number }>();
  const firsts = new Map<string, SampleRequest>();
  const places = new Map<string, { request: SampleRequest; myTurn: Promise<unknown>; pass: () => void }>();
  let earlier: Promise<unknown> = Promise.resolve();
  for (const request of sample) {
    const { promise, resolve } = Promise.withResolvers<void>();
    places.set(request.id, { request, myTurn: earlier, pass: resolve });
    earlier = Promise.all([earlier, promise]);
  }

  return {
    async isFirst(id, key, windowMs) {
      const place = places.get(id);
      if (!place) throw new Error("A request asks that is not in the sample");
      const { request, myTurn, pass } = place;
      await myTurn;
      pass();
      const name = key.toString("latin1");
      const before = known.get(name);
      if (before && before.untilMs > request.arrivedAtMs) {
        firsts.set(id, before.first);
        return false;
      }
      known.set(name, { first: request, untilMs: request.arrivedAtMs + windowMs });
      return true;
    },
    firstOf: (id) => firsts.get(id) ?? null,
    decided: (id) => places.get(id)?.pass(),
  };
}
