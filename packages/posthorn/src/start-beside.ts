/**
 * How does the product run beside a command that uses the terminal for something else?
 *
 * In a process group of its own, which no Ctrl-C in the terminal reaches: the command decides when it stops. It is tied to the
 * command by a channel, and stops in order when that closes, also when the command was killed. Its log goes to a file, because a
 * line of it would destroy a view. What it writes to stderr is for people: with it, a failure says why.
 */
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, openSync, readFileSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { Failure } from "../../cli/src/failure.ts";
import type { ProductBeside } from "../../cli/src/machine.ts";
import { LOOK_AT_LOG_EVERY_MS, boundLog } from "../../server/src/store/embedded/bound-log.ts";

/** Of the log, at its end. */
const SHOWN_LINES = 10;
const KEPT_CHARACTERS = 4_000;

export interface BesideDeps {
  command: [node: string, main: string];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Begins anew; the one before is kept as `.old`. */
  logFile: string;
}

export function startBeside({ command: [node, main], cwd, env, logFile }: BesideDeps): ProductBeside {
  const log = opened(logFile);
  const child = spawn(node, [main], { cwd, env, detached: true, stdio: ["ignore", log, "pipe", "ipc"] });
  let dashboard: string | null = null;
  let complaint = "";
  let hasEnded = false;

  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = `${complaint}${text}`.slice(-KEPT_CHARACTERS);
    appendFileSync(log, text);
  });
  const bounding = setInterval(() => void boundLog(logFile).catch(() => undefined), LOOK_AT_LOG_EVERY_MS);
  bounding.unref();

  const ended = new Promise<Failure>((resolve) => {
    const end = (how: string) => {
      hasEnded = true;
      clearInterval(bounding);
      resolve(failureOf(how));
    };
    child.once("error", (error) => end(`It could not be started: ${error.message}.`));
    // Only `close` comes after all that it has said.
    child.once("close", (code, signal) =>
      end(signal === null ? `It ended by itself, with exit code ${code}.` : `It was ended by ${signal}.`),
    );
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.on("message", (message) => {
      const told = dashboardIn(message);
      if (told === null) return;
      dashboard = told;
      resolve(told);
    });
    void ended.then(reject);
  });
  ready.catch(() => undefined); // `ended` tells it as well

  function failureOf(how: string): Failure {
    const said = complaint.trim();
    if (dashboard === null)
      return new Failure("Posthorn could not start.", {
        why: said || `${how}${endOf(logFile)}`,
        todo: `Its log: ${logFile}`,
      });
    return new Failure("Posthorn has ended while you listened.", {
      why: `${how}${endOf(logFile)}`,
      todo: `Its whole log: ${logFile}\nNothing that it had accepted is lost. To go on, run the same command again.`,
    });
  }

  return {
    ready,
    ended,
    hasEnded: () => hasEnded,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function opened(file: string): number {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    try {
      renameSync(file, `${file}.old`);
    } catch {
      // the first one
    }
    return openSync(file, "a", 0o600);
  } catch (cause) {
    throw new Failure(`The log of Posthorn cannot be written: ${file}`, {
      why: cause instanceof Error ? `${cause.message}.` : String(cause),
      todo: "Make its folder writable for you, or name another one: XDG_CACHE_HOME.",
      cause,
    });
  }
}

function dashboardIn(message: unknown): string | null {
  if (typeof message !== "object" || message === null || !("dashboard" in message)) return null;
  return typeof message.dashboard === "string" ? message.dashboard : null;
}

/** On lines of their own, below a sentence. */
function endOf(file: string): string {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const text = lines.slice(-SHOWN_LINES).map((line) => `  ${line}\n`);
  return text.length === 0 ? "" : ` The end of its log:\n\n${text.join("")}`;
}
