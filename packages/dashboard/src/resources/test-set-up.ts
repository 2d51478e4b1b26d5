/**
 * What does every component test begin with? An empty page, in a browser that remembers nothing.
 *
 * The test files of a worker share one page. So the first test of each file finds the size that a page has without our
 * doing, and real timers. The end of each file gives the page its own `fetch` and clipboard back: tests replace both, and a
 * test that answers calls twice restores only the first of its answers.
 *
 * All tests of a run share one origin, so they share its local storage. To clear the storage is not enough: the store of
 * preferences keeps the values that it read when it was loaded, and writes them back with the next change. Only a `storage`
 * event makes it read again, and a browser sends that event to other tabs only. Vitest loads this file before each test
 * file (`setupFiles`).
 *
 * The mouse stays where the last test left it, too, and a live list holds its rows still below it.
 */
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { commands, page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

/** Vitest's own. */
const USUAL_SIZE = [414, 896] as const;

declare module "vitest/browser" {
  interface BrowserCommands {
    /** Into a corner of the window (vitest.config.ts). */
    moveMouseAway: () => Promise<void>;
  }
}

const realFetch = window.fetch;

afterAll(() => {
  window.fetch = realFetch;
  Reflect.deleteProperty(navigator, "clipboard"); // the real one is a property of its prototype
});

beforeAll(async () => {
  vi.useRealTimers();
  await page.viewport(...USUAL_SIZE);
});

beforeEach(async () => {
  await cleanup(); // first, because a mounted screen can still change a preference
  window.localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  await commands.moveMouseAway();
});
