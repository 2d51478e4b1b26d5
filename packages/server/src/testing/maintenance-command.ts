/**
 * How does a test run a command of the operator?
 *
 * As the operator does: in a process of its own, with its settings in the environment.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "../maintenance/main.mjs");

export interface CommandRun {
  code: number | null;
  /** What a person was told. */
  said: string;
  stdout: Buffer;
}

export interface CommandOptions {
  environment: Record<string, string>;
  stdin?: Buffer;
}

export async function runMaintenance(
  words: readonly string[],
  { environment, stdin }: CommandOptions,
): Promise<CommandRun> {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const out: Buffer[] = [];
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stdin.on("error", () => undefined); // it may end without reading everything
  child.stdin.end(stdin);
  await once(child, "close");
  return { code: child.exitCode, said, stdout: Buffer.concat(out) };
}
