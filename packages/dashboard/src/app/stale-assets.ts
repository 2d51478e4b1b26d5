/**
 * What happens when the code of a page cannot be loaded? The dashboard keeps its frame and says so (`page-failed.tsx`). If the
 * server answers, a new version was deployed while the page was open and the old code is gone: then the page reloads.
 *
 * It reloads only once per minute: a second failure within that time is an outage. Without an answer it never reloads,
 * because the browser's own error page would take the place of the dashboard. A page with unsaved input stays as it is: the
 * part that is missing says what happened and offers to reload (`ui/missing-part.tsx`).
 */
import { hasUnsavedInput } from "../ui/form/leave-guard.tsx";
import { isServerThere } from "../ui/why-missing.ts";

const RELOADED_AT_KEY = "posthorn.reloaded-at";
const ONCE_PER_MS = 60_000;

/** Replaces the browser's words: an error with those would make the router reload the page by itself, always. */
const CODE_NOT_LOADED = "The code of this page could not be loaded";

export function isCodeMissing(error: unknown): boolean {
  return error instanceof Error && error.message === CODE_NOT_LOADED;
}

export function mayReload(reloadedAt: string | null, nowMs: number): boolean {
  return reloadedAt === null || nowMs - Number(reloadedAt) > ONCE_PER_MS;
}

export function reloadWhenAssetsAreGone(): void {
  window.addEventListener("vite:preloadError", (failure) => {
    failure.payload.message = CODE_NOT_LOADED;
    void reloadIfServed();
  });
}

async function reloadIfServed(): Promise<void> {
  if (!mayReload(window.sessionStorage.getItem(RELOADED_AT_KEY), Date.now())) return;
  if (!(await isServerThere()) || hasUnsavedInput()) return;
  window.sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  window.location.reload();
}
