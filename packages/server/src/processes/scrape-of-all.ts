/**
 * How does a scrape that reaches one process get the metrics of all?
 *
 * The process asks the supervisor, which passes the question on to all others and their answers back. A process that does
 * not answer in time is left out: its series have a gap, as those of a node that cannot be scraped.
 */
import type { MetricFamily } from "../metrics/families.ts";
import { familiesOfProcesses } from "../metrics/families-of-processes.ts";

/** From the process that is scraped to all others. */
export interface ScrapeQuestion {
  scrape: number;
  asker: number;
}

/** Back to it. */
export interface ScrapeAnswer {
  scraped: number;
  asker: number;
  answerer: number;
  families: readonly MetricFamily[];
}

/** Longer than a process waits for the database. */
const ANSWERED_WITHIN_MS = 2_000;

export interface ScrapeOfAllDeps {
  processNumber: number;
  processes: number;
  /** The metrics of this process. */
  read: () => Promise<readonly MetricFamily[]>;
  /** Less is for tests of a process that does not answer. */
  withinMs?: number;
  /** To the supervisor. */
  send: (message: ScrapeQuestion | ScrapeAnswer) => void;
}

export interface ScrapeOfAll {
  read: () => Promise<readonly MetricFamily[]>;
  /** For every message of the supervisor. */
  receive: (message: unknown) => void;
}

export function createScrapeOfAll({
  processNumber,
  processes,
  read,
  withinMs = ANSWERED_WITHIN_MS,
  send,
}: ScrapeOfAllDeps): ScrapeOfAll {
  const waiting = new Map<number, (answer: ScrapeAnswer) => void>();
  let last = 0;

  async function answer({ scrape, asker }: ScrapeQuestion): Promise<void> {
    const families = await read().catch(() => []); // the asker leaves this process out
    send({ scraped: scrape, asker, answerer: processNumber, families });
  }

  return {
    async read() {
      const scrape = ++last;
      const byProcess = new Map<number, readonly MetricFamily[]>();
      const complete = Promise.withResolvers<void>();
      const isComplete = () => byProcess.size === processes && complete.resolve();
      waiting.set(scrape, ({ answerer, families }) => {
        byProcess.set(answerer, families);
        isComplete();
      });
      const late = setTimeout(complete.resolve, withinMs);
      send({ scrape, asker: processNumber });
      try {
        byProcess.set(processNumber, await read());
        isComplete();
        await complete.promise;
      } finally {
        clearTimeout(late);
        waiting.delete(scrape);
      }
      return familiesOfProcesses(byProcess);
    },
    receive(message) {
      if (isQuestion(message)) void answer(message);
      else if (isAnswer(message)) waiting.get(message.scraped)?.(message);
    },
  };
}

/** Only the supervisor and its processes are on the channel, so one field tells messages apart. */
export function isQuestion(message: unknown): message is ScrapeQuestion {
  return typeof message === "object" && message !== null && "scrape" in message;
}

export function isAnswer(message: unknown): message is ScrapeAnswer {
  return typeof message === "object" && message !== null && "scraped" in message;
}
