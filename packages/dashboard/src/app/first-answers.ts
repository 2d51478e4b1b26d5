/**
 * When does the dashboard draw its first frame? When the page's first data is there, or after a moment without it.
 *
 * Routes start their queries before the code of the page runs. A frame without rows, and soon another with them, costs the
 * browser more than one frame with rows, which a person then sees later. A page whose data takes longer shows its frame first.
 */
import type { QueryClient } from "@tanstack/react-query";

/** As long as a list waits before it shows a skeleton. */
const WAIT_MS = 150;

export async function firstAnswers(queryClient: QueryClient, waitMs = WAIT_MS): Promise<void> {
  if (queryClient.isFetching() === 0) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, waitMs);
    const stopWatching = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() === 0) finish();
    });
    function finish() {
      clearTimeout(timer);
      stopWatching();
      resolve();
    }
  });
}
