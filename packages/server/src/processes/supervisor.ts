/**
 * Who starts the processes of the gateway, and what happens when one of them ends?
 *
 * The supervisor does no work of the gateway itself, so hardly anything can end it. It starts the first process, and the
 * others when that one runs. A process that ends is started again. If a process says at the first start why it cannot run,
 * the start has failed. All lines of all processes go through the supervisor, which passes on whole lines only: so there
 * is one log. If the supervisor is killed, its processes see the end of their channel and stop in order.
 */
import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { Readable, Writable } from "node:stream";
import type { Log } from "../log.ts";
import { ProcessFailed } from "../start-refused.ts";
import { type Order, type Report, argumentsOf } from "./order.ts";
import { type CountedCallsReport, isCalls } from "./calls-of-all.ts";
import { type ScrapeAnswer, type ScrapeQuestion, isAnswer, isQuestion } from "./scrape-of-all.ts";
import { type End, nextRestart, whyEnded } from "./restart.ts";

/** A process ends by itself before, once it has drained. */
const ENDED_WITHIN_MS = 26_000;

export interface SupervisorDeps {
  /** The file that each process runs. */
  program: string;
  log: Log;
  /** For how long processes go on after they were told to stop. */
  drainMs: number;
  output?: { stdout: Writable; stderr: Writable };
}

export interface Supervisor {
  /** Starts process 1, which loads its code and waits for its order. */
  prepare: () => void;
  /** Resolves when all of them run; `firstRuns` is called when the first one does. */
  start: (
    processes: number,
    orderOf: (processNumber: number) => Order,
    firstRuns: () => void,
  ) => Promise<void>;
  stop: () => Promise<void>;
}

interface Started {
  child: ChildProcess;
  /** Resolves when the process runs. Rejects if it says why it cannot. */
  runs: Promise<void>;
  /** Resolves when it has ended and all its output was passed on. */
  ended: Promise<End>;
}

export function createSupervisor({ program, log, drainMs, output = process }: SupervisorDeps): Supervisor {
  const stopping = new AbortController();
  const living = new Map<number, Started>();
  const watching: Promise<void>[] = [];
  let isPrepared = false;

  function startProcess(number: number): Started {
    const child = fork(program, argumentsOf(number), {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      serialization: "advanced", // metrics may be NaN
    });
    passLines(child.stdout, output.stdout);
    passLines(child.stderr, output.stderr);
    const running = Promise.withResolvers<void>();
    running.promise.catch(() => undefined); // only the first start waits for it
    let failure: string | null = null;
    child.on("message", (message: Report) => {
      if (isQuestion(message) || isAnswer(message) || isCalls(message)) return passOn(number, message);
      if ("isRunning" in message) return running.resolve();
      failure = message.failure;
      running.reject(new ProcessFailed(failure));
    });
    const ended = new Promise<End>((resolve) => {
      child.once("close", (code, signal) => resolve({ code, signal, failure }));
      // Without a pid it never began, for example because there are too many processes: then nothing closes.
      child.on("error", ({ message }) => {
        if (child.pid === undefined)
          resolve({ code: null, signal: null, failure: `It cannot be started: ${message}.` });
      });
    });
    const started = { child, runs: running.promise, ended };
    living.set(number, started);
    return started;
  }

  /** Resolves when the process runs. */
  async function told(
    { child, runs }: Pick<Started, "child" | "runs">,
    { number, isAgain }: { number: number; isAgain: boolean },
  ): Promise<void> {
    await runs;
    if (isAgain) log.info("process.started_again", { in_process: number, pid: child.pid });
  }

  /** An answer goes to the process that asked, the rest to all others. One that has just ended gets nothing. */
  function passOn(from: number, message: ScrapeQuestion | ScrapeAnswer | CountedCallsReport): void {
    for (const [number, { child }] of living) {
      const isMeant = isAnswer(message) ? number === message.asker : number !== from;
      if (isMeant && child.connected) child.send(message, () => undefined);
    }
  }

  /** Resolves when the process runs, whatever happened on the way. Starts it again as often as it ends. */
  function keep(number: number, order: Order, whenEnded: () => void): Promise<void> {
    const runsOnce = Promise.withResolvers<void>();
    async function watch(): Promise<void> {
      let ends = 0;
      for (let isAgain = false; !stopping.signal.aborted; isAgain = true) {
        const { child, runs, ended } = isAgain
          ? startProcess(number)
          : (living.get(number) ?? startProcess(number));
        const startedAtMs = performance.now();
        // A process that has ended cannot get its order; its end says so.
        if (child.connected) child.send(order, () => undefined);
        void told({ child, runs }, { number, isAgain }).then(runsOnce.resolve, runsOnce.reject);
        const end = await ended;
        living.delete(number);
        if (stopping.signal.aborted) return;
        const restart = nextRestart(ends, performance.now() - startedAtMs, Math.random());
        ends = restart.ends;
        log[restart.isOften ? "error" : "warn"]("process.ended", {
          in_process: number,
          pid: child.pid,
          why: whyEnded(end),
          ...(ends > 1 && { ends_in_a_row: ends }),
          restart_in_ms: restart.waitMs,
        });
        whenEnded();
        await pause(restart.waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    watching.push(watch());
    return runsOnce.promise;
  }

  return {
    prepare() {
      if (!isPrepared) startProcess(1);
      isPrepared = true;
    },
    async start(processes, orderOf, firstRuns) {
      const others = Array.from({ length: processes - 1 }, (_, at) => at + 2);
      for (const number of others) startProcess(number); // they load their code meanwhile
      await keep(1, orderOf(1), () => undefined);
      firstRuns();
      // One that ends at its first start is started again; the others need not wait for it.
      await Promise.all(
        others.map((number) => {
          const ended = Promise.withResolvers<void>();
          return Promise.race([keep(number, orderOf(number), ended.resolve), ended.promise]);
        }),
      );
    },
    async stop() {
      stopping.abort();
      for (const { child } of living.values()) child.kill("SIGTERM");
      const tooLong = setTimeout(() => {
        for (const { child } of living.values()) child.kill("SIGKILL");
      }, drainMs + ENDED_WITHIN_MS);
      await Promise.all([...[...living.values()].map(({ ended }) => ended), ...watching]);
      clearTimeout(tooLong);
    },
  };
}

/** What a process writes at once may arrive in parts. */
export function passLines(from: Readable | null, to: Pick<Writable, "write">): void {
  let rest = "";
  from?.setEncoding("utf8");
  from?.on("data", (text: string) => {
    const end = text.lastIndexOf("\n") + 1;
    if (end === 0) return void (rest += text);
    to.write(rest + text.slice(0, end));
    rest = text.slice(end);
  });
  from?.once("end", () => rest !== "" && to.write(`${rest}\n`));
}
