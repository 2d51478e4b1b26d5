/**
 * How does the client go on looking, whatever happens?
 *
 * Look after look, until the person ends it. A server that is silent is asked again without end, and so is one that asks
 * for a pause; both are said once. Every other failure ends it: a key that is refused will not be accepted later.
 */
import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "../failure.ts";
import type { Machine, Output } from "../machine.ts";
import { type Filters, createFeed } from "./feed.ts";
import type { Client } from "../api/client.ts";
import type { Sighting } from "./lines.ts";

const LOOK_EVERY_MS = 2_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

export interface FollowDeps {
  client: Client;
  machine: Pick<Machine, "onStop" | "err">;
  filters: Filters;
  show: (sighting: Sighting) => void;
}

/** Resolves when the person ends it. */
export async function follow({ client, machine, filters, show }: FollowDeps): Promise<void> {
  const { err } = machine;
  const stopping = new AbortController();
  const { signal } = stopping;
  machine.onStop(() => stopping.abort());
  let tries = 0;
  let isPaused = false;

  try {
    const feed = await createFeed(client, filters, signal);
    note(err, "Waiting for what happens. Ctrl-C ends it.");
    while (!signal.aborted) {
      await wait(await lookOrWait(), undefined, { signal });
    }

    /** Returns how long to wait until the next look. */
    async function lookOrWait(): Promise<number> {
      try {
        for (const sighting of await feed.look(signal)) show(sighting);
      } catch (error) {
        if (!(error instanceof Failure) || signal.aborted) throw error;
        if (error.retryAfterMs !== undefined) {
          if (!isPaused)
            note(err, "Posthorn asks for a pause: this key makes many calls. Nothing gets lost.");
          isPaused = true;
          return error.retryAfterMs;
        }
        if (error.exit !== "unreachable") throw error;
        if (tries === 0)
          note(err, `Connection lost. ${error.why ?? error.message} Trying again; nothing gets lost.`);
        return Math.min(FIRST_WAIT_MS * 2 ** tries++, LONGEST_WAIT_MS);
      }
      if (tries > 0) note(err, "Connected again.");
      tries = 0;
      isPaused = false;
      return LOOK_EVERY_MS;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function note(err: Output, text: string): void {
  err.write(`${err.paint("dim", text)}\n`);
}
