/** What time is it, to the second? All countdowns and ages on screen share one timer. */
import { useSyncExternalStore } from "react";

const SECOND_MS = 1000;

let nowS = Math.floor(Date.now() / SECOND_MS);
let timer: number | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  nowS = Math.floor(Date.now() / SECOND_MS);
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(tick, SECOND_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** Without listeners the timer does not run, so the first reader reads the clock itself. */
function read(): number {
  if (listeners.size === 0) nowS = Math.floor(Date.now() / SECOND_MS);
  return nowS;
}

export function useNow(): Date {
  return new Date(useSyncExternalStore(listen, read) * SECOND_MS);
}
