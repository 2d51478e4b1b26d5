/**
 * Where are the filters decided that the event loop has no time for?
 *
 * In one thread of this process, which starts when it is first needed. It gets one match at a time, and each has a
 * budget of steps, so nobody waits long for a turn. The request is copied to the thread, the answer is yes or no.
 */
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { PartFilter } from "@posthorn/contract/filter/request-filter";
import type { FilterPart } from "@posthorn/contract/rules";
import type { Log } from "../../log.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import { type FilterCosts, stepsForMatch } from "./filter-costs.ts";
import type { FromThread, ToThread } from "./filter-thread-program.ts";
import { createFilterTurns } from "./filter-turns.ts";

/** JavaScript in the npm package. */
const PROGRAM = new URL(`./filter-thread-program${extname(import.meta.filename)}`, import.meta.url);
/** Enough for every body that a source accepts; without a bound, a thread that needs more would end the process. */
const HEAP_MB = 512;
/** A body that is parsed costs time too: about as much as one step for so many bytes. */
const BYTES_PER_STEP = 8;
/** What a match costs beside its steps: two messages, and compiling the filter. */
const STEPS_PER_MESSAGE = 1_000;
const MOST_DEATHS = 2;
const PAUSE_BEFORE_RESTART_MS = 500;

/** A request, or the parts of one that a person typed. */
export type Matchable = { costs: FilterCosts } & (
  | { payload: ReceivedPayload; content: Uint8Array | null }
  | { parts: Record<FilterPart, unknown> }
);

export interface CostlyMatch {
  /** The project that waits for the answer. */
  teamKey: string;
  view: Matchable;
  part: FilterPart;
  filter: PartFilter;
}

export interface FilterThread {
  /** Counts the steps in the costs of the view. Rejects only when this process stops. */
  matches: (match: CostlyMatch) => Promise<boolean>;
  stop: () => Promise<void>;
}

interface Asked extends CostlyMatch {
  answer: (isMatch: boolean) => void;
  giveUp: (error: Error) => void;
  /** How many threads have died of it. */
  deaths: number;
}

export function createFilterThread({ log, heapMb = HEAP_MB }: { log: Log; heapMb?: number }): FilterThread {
  const turns = createFilterTurns<Asked>();
  let thread: Worker | null = null;
  let isReady = false;
  let isStopped = false;
  /** The match that the thread works on. */
  let asked: Asked | null = null;
  /** What the thread has. */
  let shown: Matchable | null = null;

  function askNext(): void {
    if (isStopped || asked) return;
    thread ??= started();
    if (!isReady) return;
    asked = turns.take();
    if (asked) return ask(thread, asked);
    shown = null;
    post(thread, { show: null });
  }

  function ask(to: Worker, match: Asked): void {
    const { view, part, filter } = match;
    if (view !== shown) {
      shown = view;
      turns.spent(match, show(to, view) / BYTES_PER_STEP);
    }
    post(to, { part, filterJson: filter.json(), steps: stepsForMatch(view.costs) });
  }

  function started(): Worker {
    const worker = new Worker(PROGRAM, { env: {}, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    worker.unref(); // what keeps the process running is its servers
    worker.on("message", (message: FromThread) => {
      if ("isReady" in message) isReady = true;
      else answered(message);
      askNext();
    });
    worker.on("error", (error) => log.error("filter.thread_died", { error }));
    worker.on("exit", () => ended(worker));
    return worker;
  }

  function answered({ isMatch, steps }: { isMatch: boolean; steps: number }): void {
    if (!asked) return;
    asked.view.costs.inThread += steps;
    turns.spent(asked, steps + STEPS_PER_MESSAGE);
    asked.answer(isMatch);
    asked = null;
  }

  /** Asks a new thread. A match that threads die of, because it takes too much memory, is a no. */
  function ended(worker: Worker): void {
    if (worker !== thread || isStopped) return;
    const couldStart = isReady;
    const match = asked;
    [thread, isReady, shown, asked] = [null, false, null, null];
    if (match && ++match.deaths >= MOST_DEATHS) match.answer(false);
    else if (match) turns.putBack(match);
    if (couldStart) askNext();
    else setTimeout(askNext, PAUSE_BEFORE_RESTART_MS).unref();
  }

  return {
    matches: (match) =>
      new Promise((answer, giveUp) => {
        if (isStopped) return giveUp(new FilterThreadStoppedError());
        turns.add({ ...match, answer, giveUp, deaths: 0 });
        askNext();
      }),
    async stop() {
      isStopped = true;
      for (const match of [...(asked ? [asked] : []), ...turns.clear()])
        match.giveUp(new FilterThreadStoppedError());
      asked = null;
      await thread?.terminate();
    },
  };
}

export class FilterThreadStoppedError extends Error {
  constructor() {
    super("The process stops; the filter was not decided");
  }
}

/** Returns how many bytes the thread has to parse. */
function show(to: Worker, view: Matchable): number {
  if ("parts" in view) {
    post(to, { show: { parts: view.parts } });
    return 0;
  }
  const { method, path, query, headers, client_ip } = view.payload;
  // The thread gets the decoded content. A copy, because it may be a part of a much larger buffer.
  const body = view.content && new Uint8Array(view.content);
  const message: ToThread = { show: { payload: { method, path, query, headers, client_ip, body } } };
  to.postMessage(message, body ? [body.buffer] : []);
  return body?.length ?? 0;
}

function post(to: Worker, message: ToThread): void {
  to.postMessage(message, []);
}
