/**
 * The program of the filter thread: builds the view of a request and matches it.
 *
 * It keeps the view of the last request only, because the matches of one request follow each other.
 */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { compileFilter } from "@posthorn/contract/filter/compile-filter";
import type { FilterPart } from "@posthorn/contract/rules";
import type { ReceivedPayload } from "../received-payload.ts";
import { viewOf } from "./request-view.ts";

export type ToThread =
  /** Null: forget the request that was shown. */
  | { show: { payload: ReceivedPayload } | { parts: Record<FilterPart, unknown> } | null }
  /** Asks about the request that was shown last. */
  | { part: FilterPart; filterJson: string; steps: number };

/** The first message only says that the program has started. */
export type FromThread = { isReady: true } | { isMatch: boolean; steps: number };

const LESS_THAN_THE_EVENT_LOOP = 10;

function answer(message: FromThread): void {
  parentPort?.postMessage(message, []);
}

let partOf: (name: FilterPart) => unknown = () => undefined;

parentPort?.on("message", (message: ToThread) => {
  if ("show" in message) {
    const { show } = message;
    if (show === null) partOf = () => undefined;
    else partOf = "payload" in show ? viewOf(show.payload).part : (name) => show.parts[name];
    return;
  }
  const { part, filterJson, steps } = message;
  const budget = { left: steps };
  const isMatch = compileFilter(JSON.parse(filterJson))(partOf(part), budget);
  answer({ isMatch, steps: steps - Math.max(0, budget.left) });
});

// On Linux this is the priority of the thread, elsewhere it would be that of the whole process.
if (process.platform === "linux") setPriority(0, LESS_THAN_THE_EVENT_LOOP);
answer({ isReady: true });
