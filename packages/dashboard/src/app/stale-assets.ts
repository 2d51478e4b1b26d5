/**
 * What happens when a new version was deployed while the page was open? Its old chunks are gone: reload, once.
 *
 * A second failure within a minute is not a deploy but a real outage, and goes to the crash screen.
 */
const RELOADED_AT_KEY = "posthorn.reloaded-at";
const ONCE_PER_MS = 60_000;

export function mayReload(reloadedAt: string | null, nowMs: number): boolean {
  return reloadedAt === null || nowMs - Number(reloadedAt) > ONCE_PER_MS;
}

export function reloadWhenAssetsAreGone(): void {
  window.addEventListener("vite:preloadError", (failure) => {
    if (!navigator.onLine) return; // what is on screen would be lost for the browser's own offline page
    if (!mayReload(window.sessionStorage.getItem(RELOADED_AT_KEY), Date.now())) return;
    failure.preventDefault();
    window.sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
    window.location.reload();
  });
}
