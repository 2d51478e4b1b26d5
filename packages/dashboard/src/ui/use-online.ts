/** Does the browser have a network? Only a hint: the server may run on this very machine, and a network may lead nowhere. */
import { useSyncExternalStore } from "react";

function onChange(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(onChange, () => navigator.onLine);
}
