/** Asks until the answer is right. What never comes ends the run with its name, after far longer than anything takes. */
import { setTimeout as delay } from "node:timers/promises";

const WITHIN_MS = 120_000;
const EVERY_MS = 50;
const ANSWER_MAX_CHARACTERS = 2_000;

export async function until<Value>(
  what: string,
  ask: () => Promise<Value>,
  isRight: (value: Value) => boolean,
): Promise<Value> {
  const endsAtMs = performance.now() + WITHIN_MS;
  for (;;) {
    const value = await ask();
    if (isRight(value)) return value;
    if (performance.now() > endsAtMs)
      throw new Error(
        `Waited ${WITHIN_MS / 1000} s for ${what}. The last answer: ${JSON.stringify(value).slice(0, ANSWER_MAX_CHARACTERS)}`,
      );
    await delay(EVERY_MS);
  }
}
