/** What did PostgreSQL say before it ended? The reason is the last line of its log that a person must act on. */
import { readFile } from "node:fs/promises";

const REASON = /\b(?:FATAL|PANIC): +(.*)$/;

export async function lastWords(log: string): Promise<string> {
  const text = await readFile(log, "utf8").catch(() => ""); // the error that needs it has to come out anyway
  return reasonIn(text) ?? `it says why in ${log}`;
}

export function reasonIn(text: string): string | null {
  const reasons = text.split("\n").flatMap((line) => REASON.exec(line)?.[1] ?? []);
  return reasons.at(-1) ?? null;
}
