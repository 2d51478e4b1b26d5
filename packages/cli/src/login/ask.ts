/**
 * How does a command ask the person something?
 *
 * On a terminal it asks and reads one line; a key does not appear on the screen. Without a terminal it reads the line from
 * what is piped in, so that every command also works in a script.
 */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { Failure } from "../failure.ts";
import type { Machine } from "../machine.ts";

interface Question {
  text: string;
  isSecret?: boolean;
  /** What the person can write instead of answering. */
  instead: string;
}

export async function ask(
  { input, err }: Machine,
  { text, isSecret = false, instead }: Question,
): Promise<string> {
  const lines = createInterface({
    input: input.stream,
    // On a terminal, readline echoes what is typed to its output.
    output: new Writable({
      write(chunk: Buffer, _, done) {
        if (!isSecret) err.write(chunk.toString());
        done();
      },
    }),
    terminal: input.isTerminal,
  });
  // Only now: from here on the terminal leaves the echo to us.
  if (input.isTerminal) err.write(text);
  try {
    const line = await firstLine(lines);
    if (isSecret && input.isTerminal) err.write("\n");
    if (line === null || line.trim() === "")
      throw new Failure("Nothing was entered.", { todo: instead, exit: "misused" });
    return line.trim();
  } finally {
    lines.close();
    input.stream.pause();
  }
}

/** Null at the end of the input. Ctrl-C ends the process as it does everywhere else. */
async function firstLine(lines: ReturnType<typeof createInterface>): Promise<string | null> {
  lines.once("SIGINT", () => {
    // A command that has something to stop hears the signal before the question ends.
    if (process.listenerCount("SIGINT") > 0) process.once("SIGINT", () => lines.close());
    process.kill(process.pid, "SIGINT");
  });
  const closed = once(lines, "close").then(() => null);
  const line = once(lines, "line").then(([text]) => String(text));
  return Promise.race([line, closed]);
}
