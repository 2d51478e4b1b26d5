/**
 * The program of a child process: runs the jobs it gets, in order, and sends back the results.
 *
 * A batch is a frame of texts: `load`, a program's number and code; `surround`, a number, the variables and the
 * context; `drop` and a number; `run`, a number and the request. Results go back in the order of the runs, each as the
 * milliseconds it used and its text, in one frame or several; "last" marks the end of a batch. After a slow run the
 * child does not run the rest of the batch, and the server hands it out again. A run that was stopped because the machine
 * stood still is repeated. The child ends when its input ends, which happens when the server is gone. Its arguments are
 * the path of isolated-vm's library, the longest body, the longest run, and how many fresh realms a program gets before a
 * lasting one.
 */
import { createRequire } from "node:module";
import { collectorOfProcess } from "./collect.ts";
import { createFrameReader, encodeFrame } from "./frames.ts";
import {
  BATCH_MAX_CHARACTERS,
  CONSOLE_LINE_MAX_CHARACTERS,
  CONSOLE_MAX_CHARACTERS,
  CONSOLE_MAX_COUNT,
  JOB_FRAME_MAX_BYTES,
  RUN_MAX_MB,
  SLOW_RUN_MS,
} from "./limits.ts";
import { createProgram, type Engine, type Program } from "./program.ts";

/** Above this, the child collects the garbage of earlier runs at once. */
const COMFORTABLE_RSS_BYTES = 2 * RUN_MAX_MB * 1024 * 1024;

const TRIES_MAX_COUNT = 5;

interface Loaded {
  program: Program;
  envJson: string;
  contextJson: string;
  /** Its last run was quick. A program that is not proven may hang, so the child first sends the results it holds. */
  isProven: boolean;
}

const [libraryPath = "", bodyMaxBytes = "", longestRunMs = "", freezeAfterRuns = ""] = process.argv.slice(2);
const runMaxMs = Number(longestRunMs);
/**
 * If a run was stopped and had a processor for less than this, the machine stood still or was very busy: code cannot sleep.
 */
const starvedBelowMs = runMaxMs / 2;
const engine: Engine = {
  // Loaded by its path: the package itself would look for it in files that a child may not read.
  vm: (createRequire(import.meta.url)(libraryPath) as { ivm: Engine["vm"] }).ivm,
  limits: {
    bodyMaxCharacters: Number(bodyMaxBytes),
    lineMaxCharacters: CONSOLE_LINE_MAX_CHARACTERS,
    linesMaxCharacters: CONSOLE_MAX_CHARACTERS,
    linesMaxCount: CONSOLE_MAX_COUNT,
  },
  runMaxMs,
  freezeAfterRuns: Number(freezeAfterRuns),
};
const outgoing = collectorOfProcess();
const loaded = new Map<string, Loaded>();

function known(number: string): Loaded {
  const entry = loaded.get(number);
  if (entry === undefined) throw new Error(`Program ${number} was never loaded`);
  return entry;
}

interface Run {
  text: string;
  elapsedMs: number;
}

function runOnce({ program, envJson, contextJson }: Loaded, requestJson: string): Run {
  const startedAt = performance.now();
  const text = program.run({ requestJson, envJson, contextJson });
  return { text, elapsedMs: performance.now() - startedAt };
}

function runBatch(texts: string[]): void {
  let held: string[] = [];
  let heldCharacters = 0;
  const send = (mark: "last" | "more") => {
    process.stdout.write(encodeFrame([mark, ...held]));
    held = [];
    heldCharacters = 0;
  };

  let cpuBefore = process.cpuUsage();
  /** Runs before this one in the batch were quick, so their part does not matter. */
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(cpuBefore);
    return (user + system) / 1000;
  };
  const isStarved = ({ elapsedMs }: Run) => elapsedMs >= runMaxMs && cpuMs() < starvedBelowMs;
  /**
   * On a busy machine quick code may take long, so of a slow run only its time on a processor counts. A run that was stopped
   * counts in full.
   */
  const usedMs = ({ elapsedMs }: Run) =>
    elapsedMs < SLOW_RUN_MS || elapsedMs >= runMaxMs ? elapsedMs : Math.min(elapsedMs, cpuMs());

  let at = 0;
  let isCut = false;
  const next = () => texts[at++] ?? "";
  while (at < texts.length) {
    const word = next();
    const number = next();
    if (word === "drop") {
      loaded.get(number)?.program.dispose();
      loaded.delete(number);
    } else if (word === "load") {
      const program = createProgram(engine, next());
      loaded.set(number, { program, envJson: "{}", contextJson: "{}", isProven: false });
    } else if (word === "surround") {
      const entry = known(number);
      entry.envJson = next();
      entry.contextJson = next();
    } else if (isCut) {
      next();
    } else {
      const entry = known(number);
      if (!entry.isProven && held.length > 0) send("more");
      const requestJson = next();
      let run = runOnce(entry, requestJson);
      for (let tries = 1; isStarved(run) && tries < TRIES_MAX_COUNT; tries++) {
        send("more"); // a sign of life
        cpuBefore = process.cpuUsage();
        run = runOnce(entry, requestJson);
      }
      const { text, elapsedMs } = run;
      entry.isProven = elapsedMs < SLOW_RUN_MS;
      if (heldCharacters + text.length > BATCH_MAX_CHARACTERS && held.length > 0) send("more");
      held.push(usedMs(run).toFixed(2), text);
      heldCharacters += text.length;
      outgoing.crossed(text.length);
      isCut = elapsedMs >= SLOW_RUN_MS;
    }
  }
  send("last");
  if (process.memoryUsage.rss() > COMFORTABLE_RSS_BYTES) {
    for (const { program } of loaded.values()) program.dispose();
  }
}

// The server decides when a child ends. A terminal or service manager sends its signals to the children too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

process.stdin.on("data", createFrameReader(JOB_FRAME_MAX_BYTES, runBatch));
for (const event of ["end", "close", "error"]) process.stdin.on(event, () => process.exit());
process.stdout.on("error", () => process.exit());
process.stdout.write(encodeFrame(["ready"]));
