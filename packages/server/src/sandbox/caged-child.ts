/**
 * What is a child process of the sandbox, seen from the server?
 *
 * Started with no environment, no descriptors but three pipes, no right to files other than its own program, to
 * workers or to children, and no inspector. It gets batches and is killed, not asked, when one takes too
 * long or memory grows past what any run may use.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { REQUEST_BODY_MAX_BYTES } from "@posthorn/contract/limits";
import type { Cage } from "./cages.ts";
import { createFrameReader, encodeFrame } from "./frames.ts";
import { RESULT_FRAME_MAX_BYTES, RUN_MAX_MB, RUN_MAX_MS } from "./limits.ts";

/** To start and be ready. Long, because a busy machine may take its time. */
const START_MAX_MS = 30_000;
/** The child itself stops a run after RUN_MAX_MS; a child that is silent for this long cannot. */
const SILENCE_MAX_MS = 3 * RUN_MAX_MS;
const WATCH_EVERY_MS = 100;
/** A child with programs at rest, one run at its limit, and what V8 needs besides. */
const CHILD_MAX_MB = 5 * RUN_MAX_MB;
/** A silent child that has grown by this much is short of memory rather than of time. */
const GROWN_MB = RUN_MAX_MB / 2;
const STDERR_KEPT_CHARACTERS = 2000;

export interface RunResult {
  elapsedMs: number;
  text: string;
}

/** Why a child is no more. `killed` is our own doing. */
export type Death = { cause: "time" | "memory" | "stopped" | "crashed" | "ended"; detail: string };

export interface ChildEvents {
  onReady: () => void;
  onResults: (results: RunResult[], isLast: boolean) => void;
  onDeath: (death: Death) => void;
}

export interface CagedChild {
  readonly pid: number | undefined;
  send: (texts: readonly string[]) => void;
  /** Ends a child that has nothing to do. */
  end: () => void;
  kill: () => void;
}

const CHILD_PROGRAM = join(import.meta.dirname, "child.ts");

/** The library that isolated-vm brings for this machine. */
function libraryPath(): string {
  const packagePath = createRequire(import.meta.url).resolve("isolated-vm");
  const find = createRequire(packagePath)("node-gyp-build") as { path: (folder: string) => string };
  return find.path(dirname(packagePath));
}

/** What Node is started with to run a child's program. Tests run others in the same cage. */
export function childArguments(freezeAfterRuns: number, program: string = CHILD_PROGRAM): string[] {
  const library = libraryPath();
  return [
    "--permission",
    "--allow-addons",
    `--allow-fs-read=${import.meta.dirname}`,
    `--allow-fs-read=${library}`,
    "--disable-sigusr1",
    "--no-warnings",
    // isolated-vm cannot share a process with Node's own snapshot.
    "--no-node-snapshot",
    "--max-old-space-size=192",
    program,
    library,
    String(REQUEST_BODY_MAX_BYTES),
    String(freezeAfterRuns),
  ];
}

async function residentMb(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, "latin1");
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0; // not Linux, or gone already
  }
}

/** A system that is short of memory or files gives no child, or one without pipes: neither may end the server. */
function spawned(cage: Cage, freezeAfterRuns: number): ChildProcessWithoutNullStreams | Error {
  try {
    const [command = process.execPath, ...rest] = [
      ...cage.command,
      process.execPath,
      ...childArguments(freezeAfterRuns),
    ];
    const child = spawn(command, rest, { env: {}, cwd: "/", stdio: ["pipe", "pipe", "pipe"] });
    // The types promise pipes; Node makes none when it cannot open any more files, and reports why by `error`.
    if ((child.stdout as unknown) !== undefined) return child;
    child.on("error", () => {}); // the same that is returned here
    return new Error(`spawn ${command} EMFILE`);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A child that never was: its death is reported later, like every other. */
function stillborn({ message }: Error, { onDeath }: ChildEvents): CagedChild {
  setImmediate(() => onDeath({ cause: "ended", detail: message }));
  return { pid: undefined, send: () => {}, end: () => {}, kill: () => {} };
}

export function startChild(
  { cage, freezeAfterRuns }: { cage: Cage; freezeAfterRuns: number },
  events: ChildEvents,
): CagedChild {
  const { onReady, onResults, onDeath } = events;
  const started = spawned(cage, freezeAfterRuns);
  if (started instanceof Error) return stillborn(started, events);
  const child = started;
  let isReady = false;
  let death: Death | null = null;
  let isOver = false;
  let errorText = "";
  let restingMb = 0;
  let latestMb = 0;
  let deadline: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;

  function kill(reason: Death): void {
    death ??= reason;
    child.kill("SIGKILL");
  }

  function stopWatching(): void {
    clearTimeout(deadline);
    clearInterval(watch);
  }

  function expectSignOfLife(withinMs: number): void {
    clearTimeout(deadline);
    deadline = setTimeout(() => {
      const isShortOfMemory = latestMb - restingMb > GROWN_MB;
      kill({ cause: isShortOfMemory ? "memory" : "time", detail: `silent for ${withinMs} ms` });
    }, withinMs);
  }

  async function lookAtMemory(): Promise<void> {
    if (child.pid === undefined) return;
    latestMb = await residentMb(child.pid);
    restingMb ||= latestMb;
    if (latestMb > CHILD_MAX_MB) kill({ cause: "memory", detail: `${Math.round(latestMb)} MB resident` });
  }

  function receive([mark, ...texts]: string[]): void {
    if (mark === "ready" && !isReady) {
      isReady = true;
      stopWatching();
      void lookAtMemory();
      onReady();
      return;
    }
    const results: RunResult[] = [];
    for (let at = 0; at + 1 < texts.length; at += 2) {
      results.push({ elapsedMs: Number(texts[at]), text: texts[at + 1] ?? "" });
    }
    if (mark === "last") stopWatching();
    else expectSignOfLife(SILENCE_MAX_MS);
    onResults(results, mark === "last");
  }

  function ended(detail: string, signal: string | null): void {
    if (isOver) return;
    isOver = true;
    stopWatching();
    const isCrash = signal !== null && signal !== "SIGKILL" && signal !== "SIGTERM";
    onDeath(death ?? { cause: isCrash ? "crashed" : "ended", detail: `${detail} ${errorText}`.trim() });
  }

  const read = createFrameReader(RESULT_FRAME_MAX_BYTES, receive);
  child.stdout.on("data", (chunk: Buffer) => {
    if (isOver || death !== null) return;
    try {
      read(chunk);
    } catch (error) {
      kill({ cause: "crashed", detail: String(error) });
    }
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errorText = (errorText + text).slice(0, STDERR_KEPT_CHARACTERS);
  });
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {}); // told by `close`
  child.on("error", (error) => ended(error.message, null));
  child.on("close", (code, signal) => ended(`exit code ${code}, signal ${signal}`, signal));
  expectSignOfLife(START_MAX_MS);

  return {
    get pid() {
      return child.pid;
    },
    send(texts) {
      latestMb = restingMb;
      expectSignOfLife(SILENCE_MAX_MS);
      clearInterval(watch);
      watch = setInterval(() => void lookAtMemory(), WATCH_EVERY_MS);
      child.stdin.write(encodeFrame(texts));
    },
    end: () => child.stdin.end(),
    kill: () => kill({ cause: "stopped", detail: "the sandbox stopped" }),
  };
}
