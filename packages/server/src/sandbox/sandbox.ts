/**
 * How does a transformation's code run without access to anything?
 *
 * `run` returns the request that the code made, or the sentence that says why there is none. It never rejects for
 * anything that the code does: only when too many jobs wait, when no child can be started, or after `stop`. Code runs
 * in child processes that start when there is work and end when there is none. When a child dies, its jobs run again,
 * each alone: a job fails only if its child dies again.
 */
import { availableParallelism } from "node:os";
import { TRANSFORMATION_CODE_MAX_BYTES } from "@posthorn/contract/limits";
import type { Log } from "../log.ts";
import { type CagedChild, type Death, type RunResult, startChild } from "./caged-child.ts";
import { CAGES, type Cage, createCageChoice } from "./cages.ts";
import { checkedRun, failedRun } from "./checked-run.ts";
import { type ChildPrograms, createChildPrograms } from "./child-programs.ts";
import { createJobRoom } from "./job-room.ts";
import { RUN_MAX_MS, USED_TOO_MUCH, ranTooLong } from "./limits.ts";
import type { TransformationJob, TransformationRun } from "./transformation-run.ts";
import { type Turn, createTurns } from "./turns.ts";

export interface SandboxUsage {
  /** Runs that ended since the start, and how many of them gave no request. */
  runs: number;
  failed: number;
  /** Jobs that were refused because too many waited. */
  refused: number;
  /** The time that code has used, by the clock of its child. */
  usedSeconds: number;
  waiting: number;
  running: number;
  children: number;
}

export interface Sandbox {
  run: (job: TransformationJob) => Promise<TransformationRun>;
  usage: () => SandboxUsage;
  stop: () => Promise<void>;
}

export interface SandboxOptions {
  /** With fewer than two, code that hangs delays all other code. */
  children?: number;
  /** The most jobs that may wait or run. One project may hold as many as are free, so it never takes them all. */
  jobsMaxCount?: number;
  /** The most characters of all their texts together, shared in the same way. */
  jobsMaxCharacters?: number;
  /** How long code may run. Less is for tests of code that never ends. */
  runMaxMs?: number;
  /** How long a child may be idle before it ends. */
  idleMs?: number;
  /** Runs of a program in fresh realms, before it gets a frozen one that lasts. */
  freezeAfterRuns?: number;
  /** The strictest comes first. */
  cages?: readonly Cage[];
  /** A monotonic clock in milliseconds. */
  now?: () => number;
  log?: Log;
}

/** Too many jobs wait, no child can be started, or the pool has stopped. The job did not run. */
export class SandboxUnavailableError extends Error {
  readonly code = "SANDBOX_UNAVAILABLE";
}

/** A job fails after this many deaths that neither we nor the code caused, such as an operator's kill. */
const DEATHS_MAX_COUNT = 3;

interface Job extends Turn {
  job: TransformationJob;
  deaths: number;
  resolve: (run: TransformationRun) => void;
  reject: (error: Error) => void;
}

interface Place {
  child: CagedChild;
  cage: Cage;
  isReady: boolean;
  isSlow: boolean;
  isEnding: boolean;
  /** Jobs that the child has and has not answered, in order. */
  running: Job[];
  /** When the child got them, or answered the job before them. */
  runningSinceMs: number;
  programs: ChildPrograms;
  idleTimer: NodeJS.Timeout | undefined;
  gone: () => void;
  whenGone: Promise<void>;
}

const CHILDREN_LEAST = 2;
const JOBS_MOST = 20_000;
const CHARACTERS_MOST = 256 * 1024 * 1024;

/** What each of several processes may use: together as much as one would. */
export function sandboxOfEach(
  processes: number,
  cores = availableParallelism(),
): Required<Pick<SandboxOptions, "children" | "jobsMaxCount" | "jobsMaxCharacters">> {
  return {
    children: Math.max(CHILDREN_LEAST, Math.floor(cores / processes)),
    jobsMaxCount: Math.floor(JOBS_MOST / processes),
    jobsMaxCharacters: Math.floor(CHARACTERS_MOST / processes),
  };
}

export function createSandbox({
  children = Math.max(CHILDREN_LEAST, availableParallelism()),
  jobsMaxCount = JOBS_MOST,
  jobsMaxCharacters = CHARACTERS_MOST,
  runMaxMs = RUN_MAX_MS,
  idleMs = 30_000,
  freezeAfterRuns = 20,
  cages = CAGES,
  now = () => performance.now(),
  log,
}: SandboxOptions = {}): Sandbox {
  const turns = createTurns<Job>();
  const places = new Set<Place>();
  const room = createJobRoom({ jobsMaxCount, jobsMaxCharacters });
  const ended = { runs: 0, failed: 0, refused: 0, usedSeconds: 0 };
  const choice = createCageChoice(cages);
  let isStopped = false;
  let isDispatchDue = false;

  function settle(job: Job, outcome: TransformationRun | Error): void {
    room.free(job);
    if (outcome instanceof Error) return job.reject(outcome);
    ended.runs++;
    if ("failure" in outcome) ended.failed++;
    job.resolve(outcome);
  }

  /** Waits for the end of this turn of the event loop, so that a burst of jobs becomes batches. */
  function dispatchSoon(): void {
    if (isDispatchDue) return;
    isDispatchDue = true;
    setImmediate(() => {
      isDispatchDue = false;
      dispatch();
    });
  }

  function dispatch(): void {
    if (isStopped) return;
    const idle = [...places].filter(
      (place) => place.isReady && !place.isEnding && place.running.length === 0,
    );
    for (const [at, place] of idle.entries()) {
      const share = Math.ceil(turns.waiting / (idle.length - at));
      const slowCount = [...places].filter(({ isSlow, running }) => isSlow && running.length > 0).length;
      const mayBeSlow = children === 1 || slowCount < children - 1;
      const batch = turns.take({ jobs: share, mayBeSlow, nowMs: now() });
      if (batch === null) break;
      hand(place, batch.jobs, batch.isSlow);
    }
    const isStarting = [...places].some(({ isReady }) => !isReady);
    if (turns.waiting > 0 && !isStarting && places.size < children) startPlace();
  }

  function hand(place: Place, jobs: Job[], isSlow: boolean): void {
    clearTimeout(place.idleTimer);
    place.isSlow = isSlow;
    place.running = jobs;
    place.runningSinceMs = now();
    const texts: string[] = [];
    for (const { job } of jobs) {
      place.programs.tell(job, texts);
      texts.push(job.requestJson);
    }
    place.child.send(texts);
  }

  function startPlace(): void {
    const { promise: whenGone, resolve: gone } = Promise.withResolvers<void>();
    const cage = choice.next(now());
    const child = startChild(
      { cage, runMaxMs, freezeAfterRuns },
      {
        onReady() {
          choice.worked();
          log?.info("sandbox.child_started", { pid: child.pid, cage: cage.name });
          place.isReady = true;
          restOrDispatch(place);
        },
        onResults: (results, isLast) => takeResults(place, results, isLast),
        onDeath: (death) => bury(place, death),
      },
    );
    const place: Place = {
      child,
      cage,
      isReady: false,
      isSlow: false,
      isEnding: false,
      running: [],
      runningSinceMs: 0,
      programs: createChildPrograms(),
      idleTimer: undefined,
      gone,
      whenGone,
    };
    places.add(place);
  }

  function takeResults(place: Place, results: RunResult[], isLast: boolean): void {
    const nowMs = now();
    place.runningSinceMs = nowMs;
    for (const { usedMs, text } of results) {
      const job = place.running.shift();
      if (job === undefined) return place.child.kill(); // more answers than jobs
      const countedMs = usedMs >= 0 && usedMs < runMaxMs ? usedMs : runMaxMs;
      ended.usedSeconds += countedMs / 1000;
      turns.ran(job, countedMs, nowMs);
      settle(job, checkedRun(text));
    }
    if (!isLast) return;
    for (const job of place.running.toReversed()) turns.putBack(job);
    place.running = [];
    restOrDispatch(place);
  }

  function restOrDispatch(place: Place): void {
    if (choice.isOutdated(place.cage, now())) end(place);
    else place.idleTimer = setTimeout(() => end(place), idleMs);
    dispatch();
  }

  function end(place: Place): void {
    place.isEnding = true;
    place.child.end();
  }

  function bury(place: Place, death: Death): void {
    places.delete(place);
    clearTimeout(place.idleTimer);
    place.gone();
    if (isStopped) return;
    const { running } = place;
    if (!place.isReady) noteStartFailure(place.cage, death);
    else if (running.length > 0)
      log?.warn("sandbox.child_died", { cause: death.cause, detail: death.detail, jobs: running.length });
    const [only] = running;
    // Any of several connections may have used the time. Each job runs again alone, and then it shows.
    if (only !== undefined && running.every(({ connectionKey }) => connectionKey === only.connectionKey))
      turns.ran(only, now() - place.runningSinceMs, now());
    for (const job of running.toReversed()) {
      const failure = running.length === 1 && job === only ? guilt(job, death) : null;
      if (failure !== null) {
        settle(job, failedRun(failure));
        continue;
      }
      job.isSuspect = true;
      job.deaths += 1;
      turns.putBack(job);
    }
    dispatchSoon();
  }

  /** Returns what a job did wrong if its child died while it ran alone. Null if something else may be the cause. */
  function guilt(job: Job, { cause }: Death): string | null {
    if (cause === "time") return ranTooLong(runMaxMs);
    if (cause === "memory" || cause === "crashed") return USED_TOO_MUCH;
    return job.deaths + 1 >= DEATHS_MAX_COUNT
      ? "The process that ran the code was ended from outside, again and again"
      : null;
  }

  function noteStartFailure({ name }: Cage, death: Death): void {
    const { detail } = death;
    const what = choice.failed(death, now());
    if (what === "same again") return log?.warn("sandbox.start_repeated", { cage: name, detail });
    if (what === "weaker") return log?.warn("sandbox.weaker_cage", { not_allowed: name, detail });
    log?.error("sandbox.start_failed", { cage: name, detail });
    const error = new SandboxUnavailableError(
      "No process could be started to run the code of transformations",
    );
    for (const job of turns.clear()) settle(job, error);
  }

  return {
    run(job) {
      if (isStopped) return Promise.reject(new SandboxUnavailableError("The sandbox has stopped"));
      if (
        job.code.length > TRANSFORMATION_CODE_MAX_BYTES ||
        Buffer.byteLength(job.code) > TRANSFORMATION_CODE_MAX_BYTES
      ) {
        return Promise.resolve(failedRun(`The code is larger than ${TRANSFORMATION_CODE_MAX_BYTES} bytes`));
      }
      const { projectKey, connectionKey } = job;
      const characters = job.requestJson.length + job.contextJson.length;
      if (!room.isFor(projectKey, characters)) {
        ended.refused++;
        return Promise.reject(
          new SandboxUnavailableError("Too many transformations wait to be run, try again"),
        );
      }
      const { promise, resolve, reject } = Promise.withResolvers<TransformationRun>();
      room.take({ projectKey, characters });
      turns.add({ job, projectKey, connectionKey, characters, isSuspect: false, deaths: 0, resolve, reject });
      dispatchSoon();
      return promise;
    },
    usage: () => ({
      ...ended,
      waiting: turns.waiting,
      running: room.jobs() - turns.waiting,
      children: places.size,
    }),
    async stop() {
      if (isStopped) return;
      isStopped = true;
      const error = new SandboxUnavailableError("The sandbox has stopped");
      for (const job of turns.clear()) settle(job, error);
      const leaving = [...places].map(({ child, running, whenGone }) => {
        for (const job of running) settle(job, error);
        child.kill();
        return whenGone;
      });
      await Promise.all(leaving);
    },
  };
}
