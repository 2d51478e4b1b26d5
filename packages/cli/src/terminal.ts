/**
 * How does a view take the whole terminal, and give it back whatever happens?
 *
 * On the screen that terminals keep for such programs, so that what stood there before comes back. The terminal is given back
 * at the end of the process, before an error is printed, before a signal ends the process, and while it is stopped by Ctrl-Z.
 */
import { type Interface, type Key as PressedKey, emitKeypressEvents } from "node:readline";
import type { ReadStream, WriteStream } from "node:tty";
import type { Environment } from "./machine.ts";

/** How long an Esc may be the beginning of the bytes of another key. */
const ESCAPE_WITHIN_MS = 50;
const STOPPED_WITHIN_MS = 100;

const ESC = "\u001b[";
/** The other screen, no cursor, rows that are cut at their end, and pasted text between marks, so that it is not taken for keys. */
const TAKE = `${ESC}?1049h${ESC}?25l${ESC}?7l${ESC}?2004h${ESC}2J`;
const GIVE_BACK = `${ESC}?2026l${ESC}?7h${ESC}0m${ESC}?2004l${ESC}?25h${ESC}?1049l`;

export interface TerminalKey {
  /** What it would type; empty for other keys. */
  text: string;
  name: string;
  isCtrl: boolean;
  isPasted: boolean;
}

export interface Terminal {
  /** Whether a view should fill it without being asked. */
  isInteractive: boolean;
  /** Bits of a colour; 1 is none. */
  colourBits: number;
  size(): { columns: number; rows: number };
  /** `cleared` is called when all must be drawn again, also at another size. */
  take(on: { key: (key: TerminalKey) => void; cleared: () => void }): TakenTerminal;
}

export interface TakenTerminal {
  write(text: string): void;
  clear(): void;
  /** Ctrl-Z: stops the process until the shell continues it. */
  suspend(): void;
  giveBack(): void;
}

interface Process {
  stdin: ReadStream;
  stdout: WriteStream;
}

export function terminalOf({ stdin, stdout }: Process, env: Environment): Terminal | null {
  if (!stdin.isTTY || !stdout.isTTY || env["TERM"] === "dumb") return null;
  return {
    isInteractive: !env["CI"],
    colourBits: env["NO_COLOR"] ? 1 : stdout.getColorDepth({ ...env }),
    size: () => ({ columns: stdout.columns, rows: stdout.rows }),
    take: (on) => take(stdin, stdout, on),
  };
}

function take(
  stdin: ReadStream,
  stdout: WriteStream,
  { key, cleared }: Parameters<Terminal["take"]>[0],
): TakenTerminal {
  let isTaken = false;

  function enter(): void {
    if (isTaken) return;
    isTaken = true;
    // The shell may have changed the mode meanwhile, without our library knowing it.
    stdin.setRawMode(false);
    stdin.setRawMode(true);
    stdout.write(TAKE);
  }

  function leave(): void {
    if (!isTaken) return;
    isTaken = false;
    stdout.write(GIVE_BACK);
    stdin.setRawMode(false);
  }

  function again(): void {
    enter();
    cleared();
  }

  /** After SIGSTOP nothing was given back, but the shell has changed the mode and written on the screen. */
  function continued(): void {
    isTaken = false;
    again();
  }

  let isPasting = false;
  function pressed(text: string | undefined, { name = "", ctrl, meta }: PressedKey): void {
    if (name === "paste-start" || name === "paste-end") isPasting = name === "paste-start";
    else
      key({
        text: isText(text) && !ctrl && !meta ? text : "",
        name: isPasting ? "" : name,
        isCtrl: ctrl === true,
        isPasted: isPasting,
      });
  }

  const fatal = (signal: NodeJS.Signals) => {
    leave();
    process.off(signal, fatal);
    process.kill(process.pid, signal);
  };
  const FATAL = ["SIGHUP", "SIGQUIT"] as const;

  // Safe: of the interface, emitKeypressEvents reads this field alone.
  emitKeypressEvents(stdin, { escapeCodeTimeout: ESCAPE_WITHIN_MS } as unknown as Interface);
  stdin.on("keypress", pressed);
  stdin.resume();
  stdout.on("resize", again);
  process.on("SIGCONT", continued);
  process.on("exit", leave);
  process.on("uncaughtExceptionMonitor", leave);
  for (const signal of FATAL) process.on(signal, fatal);
  enter();

  return {
    write: (text) => {
      if (isTaken) stdout.write(text);
    },
    clear: () => void stdout.write(`${ESC}2J`),
    suspend() {
      if (process.platform === "win32") return;
      leave();
      process.kill(0, "SIGTSTP"); // all programs of the line that was typed, also npx
      // A session without a shell that could continue us is not stopped.
      setTimeout(() => {
        if (!isTaken) again();
      }, STOPPED_WITHIN_MS);
    },
    giveBack() {
      leave();
      stdin.off("keypress", pressed);
      stdin.pause();
      stdout.off("resize", again);
      process.off("SIGCONT", continued);
      process.off("exit", leave);
      process.off("uncaughtExceptionMonitor", leave);
      for (const signal of FATAL) process.off(signal, fatal);
    },
  };
}

function isText(text: string | undefined): text is string {
  // oxlint-disable-next-line no-control-regex -- keys that type nothing
  return text !== undefined && text !== "" && !/[\u0000-\u001f\u007f]/.test(text);
}
