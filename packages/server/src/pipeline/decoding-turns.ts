/**
 * Which compressed request is decoded and evaluated next?
 *
 * A small body can hold a large one, so a sender of little could fill the memory and keep the event loop busy. One body
 * is decoded at a time, and projects take turns. A project whose evaluations still hold much content waits until one
 * of them ends. After an evaluation that took long, the event loop is left to others for as long again. The router
 * bounds how many wait here (`isCrowded`).
 */
import { setTimeout as delay } from "node:timers/promises";
import { LARGE_PAYLOAD_BYTES } from "@posthorn/contract/limits";

/** A shorter evaluation costs no more than that of any request. */
const LONG_EVALUATION_MS = 2;
const MAX_HELD_BYTES = 64 * 1024 * 1024;
const MAX_HELD_BYTES_PER_PROJECT = 2 * LARGE_PAYLOAD_BYTES;

/** Neither function may fail: the jobs behind this one would wait forever. */
export interface DecodingJob {
  teamKey: string;
  decode: () => Promise<Buffer | null>;
  /** Returns a promise if the content is still needed. */
  evaluate: (content: Buffer | null) => Promise<void> | null;
}

export interface DecodingTurns {
  add: (job: DecodingJob) => void;
}

export function createDecodingTurns(): DecodingTurns {
  /** In the order of their next turn. */
  const waiting = new Map<string, DecodingJob[]>();
  const heldBytesOf = new Map<string, number>();
  let heldBytes = 0;
  let isRunning = false;

  function hold(teamKey: string, bytes: number): void {
    heldBytes += bytes;
    const held = (heldBytesOf.get(teamKey) ?? 0) + bytes;
    if (held === 0) heldBytesOf.delete(teamKey);
    else heldBytesOf.set(teamKey, held);
  }

  function takeNext(): DecodingJob | undefined {
    if (heldBytes >= MAX_HELD_BYTES) return undefined;
    for (const [teamKey, jobs] of waiting) {
      if ((heldBytesOf.get(teamKey) ?? 0) >= MAX_HELD_BYTES_PER_PROJECT) continue;
      waiting.delete(teamKey);
      const job = jobs.shift();
      if (jobs.length > 0) waiting.set(teamKey, jobs); // behind all others
      return job;
    }
    return undefined;
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let job = takeNext(); job; job = takeNext()) {
      const content = await job.decode();
      const beganMs = performance.now();
      begin(job, content);
      const tookMs = performance.now() - beganMs;
      if (tookMs >= LONG_EVALUATION_MS) await delay(tookMs);
    }
    isRunning = false;
  }

  function begin({ teamKey, evaluate }: DecodingJob, content: Buffer | null): void {
    const bytes = content?.length ?? 0;
    const evaluated = evaluate(content);
    if (!evaluated) return;
    hold(teamKey, bytes);
    void evaluated.finally(() => {
      hold(teamKey, -bytes);
      void run();
    });
  }

  return {
    add(job) {
      const jobs = waiting.get(job.teamKey);
      if (jobs) jobs.push(job);
      else waiting.set(job.teamKey, [job]);
      void run();
    },
  };
}
