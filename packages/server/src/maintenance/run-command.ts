/**
 * Runs one command of the operator, and says how it ended: in words on stderr, and by the exit code.
 *
 * What the commands tell a person goes to stderr, because a backup may go to standard output. The first Ctrl-C ends the
 * command in order: it leaves no half of a file or of a database behind. The second one ends the process at once.
 */
import { readConfig } from "../config.ts";
import { holderOf } from "../inbound/port-holder.ts";
import { explainStart } from "../start-failure.ts";
import { WrongUsage, parseCommand } from "./arguments.ts";
import { backUp } from "./back-up.ts";
import { doctor } from "./doctor.ts";
import { checkBackup, printMasterKey, restore } from "./restore.ts";

const LEFT_BEHIND_MS = 1_000;
const FAILED = 1;
const WRONG_USAGE = 2;
const INTERRUPTED = 130;

export async function runCommand(words: readonly string[]): Promise<number> {
  const interrupt = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      if (interrupt.signal.aborted) process.exit(INTERRUPTED);
      interrupt.abort();
    });
  try {
    return await run(words, interrupt.signal);
  } catch (error) {
    if (error instanceof WrongUsage) {
      say(error.message);
      return WRONG_USAGE;
    }
    if (interrupt.signal.aborted) {
      say("Interrupted. Nothing was left behind.");
      return INTERRUPTED;
    }
    say(inWords(error));
    return FAILED;
  }
}

async function run(words: readonly string[], signal: AbortSignal): Promise<number> {
  const command = parseCommand(words);
  switch (command.name) {
    case "doctor": {
      const { exitCode, text } = await doctor(command.isJson);
      process.stdout.write(text, () => {
        // A probe that gave up may leave behind what still waits for the network.
        setTimeout(() => process.exit(exitCode), LEFT_BEHIND_MS).unref();
      });
      return exitCode;
    }
    case "backup":
      await backUp(command, { config: readConfig(), say, signal });
      return 0;
    case "restore":
      if (command.mode === "check") await checkBackup(command.file, { say, signal });
      else if (command.mode === "print_master_key") await printMasterKey(command.file);
      else await restore(command.file, { config: readConfig(), say, signal });
      return 0;
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function inWords(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && "code" in error && error.code === "ENOSPC")
    return `The disk is full: ${message}. Make room and try again; nothing was left behind.`;
  try {
    return explainStart(error, { settings: readConfig(), holderOf }) ?? message;
  } catch {
    return message; // the settings themselves are wrong, which is what the message says
  }
}
