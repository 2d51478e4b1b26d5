/**
 * Has an organization used up the events of its period, and does its plan reject more?
 *
 * Ingest asks for each request, so the answer is in memory: the exact count that was read last (workers/quota-reading.ts),
 * and the events that this process has made since. Events that were made while the count was read may be missing until the
 * next one, so that nobody is rejected too early. What several processes make in between, and what is on its way to become
 * an event, comes above the limit.
 *
 * Only organizations whose plan rejects have a quota. One that was not used since it was read is not read again.
 */

export interface Counted {
  events: number;
  /** How long the period lasts. Afterwards the count says nothing. */
  endsInMs: number;
}

/** A class, because every request of such an organization asks it. */
export class Quota {
  readonly organization_id: string;
  private maxEvents: number;
  private readonly now: () => number;
  /** What was read last, with the end of its period on the monotonic clock. Null: nothing yet. */
  private known: { events: number; endsAtMs: number } | null = null;
  private made = 0;
  private isWanted = true;

  constructor(organization_id: string, maxEvents: number, now: () => number) {
    this.organization_id = organization_id;
    this.maxEvents = maxEvents;
    this.now = now;
  }

  isUsedUp(): boolean {
    this.isWanted = true;
    return (
      this.known !== null &&
      this.now() < this.known.endsAtMs &&
      this.known.events + this.made >= this.maxEvents
    );
  }

  /** Until the next period begins; at least one. */
  secondsLeft(): number {
    return Math.max(1, Math.ceil(((this.known?.endsAtMs ?? 0) - this.now()) / 1000));
  }

  /** This process has made so many events. */
  add(events: number): void {
    this.made += events;
    this.isWanted = true;
  }

  limitTo(maxEvents: number): void {
    if (maxEvents === this.maxEvents) return;
    this.maxEvents = maxEvents;
    this.isWanted = true;
  }

  /** Whether it was used since this was last asked. */
  takeWanted(): boolean {
    const isWanted = this.isWanted;
    this.isWanted = false;
    return isWanted;
  }

  /** The read failed. */
  wantAgain(): void {
    this.isWanted = true;
  }

  read({ events, endsInMs }: Counted): void {
    this.known = { events, endsAtMs: this.now() + endsInMs };
    this.made = 0;
  }
}

export interface Quotas {
  /** All sources of an organization share one. Null: its plan rejects nothing. */
  of: (source: { organization_id: string; max_events: number | null }) => Quota | null;
  /** Those that were used since the last call. */
  takeWanted: () => Quota[];
}

/** `now` is a monotonic clock in milliseconds. */
export function createQuotas(now: () => number = () => performance.now()): Quotas {
  const quotas = new Map<string, Quota>();
  return {
    of({ organization_id, max_events }) {
      if (max_events === null) {
        quotas.delete(organization_id);
        return null;
      }
      const quota = quotas.get(organization_id) ?? new Quota(organization_id, max_events, now);
      quotas.set(organization_id, quota);
      quota.limitTo(max_events);
      return quota;
    },
    takeWanted: () => [...quotas.values()].filter((quota) => quota.takeWanted()),
  };
}
