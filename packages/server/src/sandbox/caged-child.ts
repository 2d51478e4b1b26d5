/**
 * What is a child process of the sandbox, seen from the server?
 *
 * It starts with no environment, no descriptors but three pipes, and no inspector. It may read no files but its own
 * program, and start neither workers nor children. It gets batches. If a batch takes too long, or the child's memory
 * grows past what a run may use, the server kills it without asking.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { REQUEST_BODY_MAX_BYTES } from "@posthorn/contract/limits";
import type { Cage } from "./cages.ts";
import { createFrameReader, encodeFrame } from "./frames.ts";
import { RESULT_FRAME_MAX_BYTES, RUN_MAX_MB, RUN_MAX_MS } from "./limits.ts";

/** The time a child has to start and be ready. Long, because a busy machine may be slow. */
const START_MAX_MS = 30_000;
/** The child itself stops a run after RUN_MAX_MS at most. If it is silent for this long, it no longer can. */
const SILENCE_MAX_MS = 3 * RUN_MAX_MS;
const WATCH_EVERY_MS = 100;
/** Enough for idle programs, one run at its limit, and V8 itself. */
const CHILD_MAX_MB = 5 * RUN_MAX_MB;
/** If a silent child has grown by this much, its code used too much memory rather than too much time. */
const GROWN_MB = RUN_MAX_MB / 2;
const STDERR_KEPT_CHARACTERS = 2000;

export interface RunResult {
  usedMs: number;
  text: string;
}

/** Why a child has ended. */
export type Death = { cause: "time" | "memory" | "stopped" | "crashed" | "ended"; detail: string };

export interface ChildEvents {
  onReady: () => void;
  onResults: (results: RunResult[], isLast: boolean) => void;
  onDeath: (death: Death) => void;
}

export interface CagedChild {
  readonly pid: number | undefined;
  send: (texts: readonly string[]) => void;
  /** Ends an idle child. */
  end: () => void;
  kill: () => void;
}

/** JavaScript in the npm package. */
const CHILD_PROGRAM = join(import.meta.dirname, `child${extname(import.meta.filename)}`);

/** The path of isolated-vm's library for this machine. */
function libraryPath(): string {
  const packagePath = createRequire(import.meta.url).resolve("isolated-vm");
  const find = createRequire(packagePath)("node-gyp-build") as { path: (folder: string) => string };
  return find.path(dirname(packagePath));
}

/** What a child is told when it starts. */
export interface ChildSettings {
  runMaxMs: number;
  freezeAfterRuns: number;
}

/** The arguments of Node for a child's program. Tests run other programs in the same cage. */
export function childArguments(
  { runMaxMs, freezeAfterRuns }: ChildSettings,
  program: string = CHILD_PROGRAM,
): string[] {
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
    String(runMaxMs),
    String(freezeAfterRuns),
  ];
}

async function residentMb(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, "latin1");
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0; // not Linux, or the child has already ended
  }
}

/** If the system is short of memory or files, there is no child, or one without pipes. Neither may end the server. */
function spawned(cage: Cage, settings: ChildSettings): ChildProcessWithoutNullStreams | Error {
  try {
    const [command = process.execPath, ...rest] = [
      ...cage.command,
      process.execPath,
      ...childArguments(settings),
    ];
    const child = spawn(command, rest, { env: {}, cwd: "/", stdio: ["pipe", "pipe", "pipe"] });
    // The types promise pipes; Node makes none when it cannot open any more files, and reports why by `error`.
    if ((child.stdout as unknown) !== undefined) return child;
    child.on("error", () => {}); // the same error that is returned here
    return new Error(`spawn ${command} EMFILE`);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Stands for a child that could not start. Reports its death later, like that of any other child. */
function stillborn({ message }: Error, { onDeath }: ChildEvents): CagedChild {
  setImmediate(() => onDeath({ cause: "ended", detail: message }));
  return { pid: undefined, send: () => {}, end: () => {}, kill: () => {} };
}

export function startChild(
  { cage, ...settings }: { cage: Cage } & ChildSettings,
  events: ChildEvents,
): CagedChild {
  const { onReady, onResults, onDeath } = events;
  const started = spawned(cage, settings);
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
      results.push({ usedMs: Number(texts[at]), text: texts[at + 1] ?? "" });
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
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {}); // `close` reports it
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
