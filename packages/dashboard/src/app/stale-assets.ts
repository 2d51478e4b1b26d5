/**
 * What happens when a new version is deployed while the page is open? The old chunks are gone, so the page reloads.
 *
 * It reloads only once per minute: a second failure within that time is an outage, and the crash screen shows it.
 */
const RELOADED_AT_KEY = "posthorn.reloaded-at";
const ONCE_PER_MS = 60_000;

export function mayReload(reloadedAt: string | null, nowMs: number): boolean {
  return reloadedAt === null || nowMs - Number(reloadedAt) > ONCE_PER_MS;
}

export function reloadWhenAssetsAreGone(): void {
  window.addEventListener("vite:preloadError", (failure) => {
    if (!navigator.onLine) return; // a reload would replace the page with the browser's offline page
    if (!mayReload(window.sessionStorage.getItem(RELOADED_AT_KEY), Date.now())) return;
    failure.preventDefault();
    window.sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
    window.location.reload();
  });
}
