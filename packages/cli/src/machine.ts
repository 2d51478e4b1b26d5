/**
 * What does the client know of the machine and the terminal it runs in?
 *
 * With terminal.ts the only file that reads the environment and the streams of the process, so that everything else can run
 * on any machine that a test writes down. Results go to stdout, and all that is said beside them to stderr: a pipe gets only results.
 */
import { spawn } from "node:child_process";
import { homedir, hostname } from "node:os";
import type { Readable } from "node:stream";
import type { Failure } from "./failure.ts";
import { type Paint, paintFor } from "./output/paint.ts";
import { type Terminal, terminalOf } from "./terminal.ts";

const SAME_SIGNAL_WITHIN_MS = 300;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Output {
  write(text: string): void;
  isTerminal: boolean;
  /** Characters in a line; null when nobody knows. */
  columns(): number | null;
  paint: Paint;
}

export interface Input {
  stream: Readable;
  isTerminal: boolean;
}

/** The whole product, where it is installed beside the client. */
export interface Product {
  /** In the foreground, until it ends. Returns its exit code. */
  start(): Promise<number>;
  /** A command of the operator, with its arguments. Returns its exit code. */
  maintain(words: readonly string[]): Promise<number>;
  /** For a sentence: its data is in this folder, or in the operator's database. */
  dataPlace: string;
  /**
   * The dashboard of the one that runs on this data. Null: none does. Waits for one that has the data but does not run yet, or
   * is stopping, and tells its process before.
   */
  findRunning(waiting: { signal: AbortSignal; onWaiting: (pid: number) => void }): Promise<string | null>;
  /** Beside this process, which it never outlives. It gets the variables of the environment besides the person's. */
  startBeside(variables: Readonly<Record<string, string>>): ProductBeside;
}

export interface ProductBeside {
  /** Its dashboard, once it runs. Rejects with what `ended` resolves to. */
  ready: Promise<string>;
  /** Why it has ended, however it ended. */
  ended: Promise<Failure>;
  hasEnded(): boolean;
  /** In order, with its database. Resolves when it has ended. */
  stop(): Promise<void>;
}

export interface Machine {
  env: Environment;
  platform: NodeJS.Platform;
  homeDirectory: string;
  /** The name by which the dashboard lists this machine. */
  deviceName: string;
  input: Input;
  /** For results. */
  out: Output;
  /** For everything else: progress, questions, complaints. */
  err: Output;
  /** For a view that fills it; null without one. */
  terminal: Terminal | null;
  nowMs: () => number;
  /** Null: only the client is installed. */
  product: Product | null;
  /** Called instead of ending the process at Ctrl-C and SIGTERM. A second one ends it. */
  onStop(act: () => void): void;
  /** Runs the client once more, without a terminal. This process does not wait for it. */
  startInBackground(args: readonly string[]): void;
}

export function thisMachine(): Machine {
  const { env, platform } = process;
  return {
    env,
    platform,
    homeDirectory: homedir(),
    deviceName: hostname(),
    input: { stream: process.stdin, isTerminal: process.stdin.isTTY },
    out: outputOf(process.stdout, env),
    err: outputOf(process.stderr, env),
    terminal: terminalOf(process, env),
    nowMs: () => Date.now(),
    product: null,
    onStop(act) {
      for (const signal of ["SIGINT", "SIGTERM"] as const) {
        process.once(signal, () => {
          // npm forwards the Ctrl-C that the terminal has brought already. The same one must not count as a second.
          process.on(signal, ignored);
          setTimeout(() => process.off(signal, ignored), SAME_SIGNAL_WITHIN_MS).unref();
          act();
        });
      }
    },
    startInBackground(args) {
      const [node, main = ""] = process.argv;
      const child = spawn(node ?? process.execPath, [main, ...args], {
        detached: true,
        stdio: "ignore",
        windowsHide: true,
        cwd: homedir(), // the folder of the command may be deleted meanwhile
      });
      child.on("error", () => undefined); // nobody waits for it
      child.unref();
    },
  };
}

function outputOf(stream: NodeJS.WriteStream, env: Environment): Output {
  // `posthorn … | head`: the reader has seen enough.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY,
    columns: () => (stream.isTTY ? stream.columns : null),
    paint: paintFor({ env, isTerminal: stream.isTTY }),
  };
}

function ignored(): void {}
