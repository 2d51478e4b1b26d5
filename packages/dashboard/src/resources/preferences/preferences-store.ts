/**
 * How do components read and change preferences? Listeners hear of every change, also of one made in another tab.
 *
 * If the browser refuses storage (private mode, full disk), the values last as long as the page is open.
 */
import { useSyncExternalStore } from "react";
import { parsePreferences, PREFERENCES_KEY, type Preferences } from "./preferences.ts";

function readStorage(): string | null {
  try {
    return window.localStorage.getItem(PREFERENCES_KEY);
  } catch {
    return null;
  }
}

let current: Preferences = parsePreferences(readStorage());
const listeners = new Set<() => void>();

function replaceWith(next: Preferences): void {
  current = next;
  for (const listener of listeners) listener();
}

window.addEventListener("storage", (change) => {
  if (change.key === PREFERENCES_KEY || change.key === null) replaceWith(parsePreferences(readStorage()));
});

export function readPreferences(): Preferences {
  return current;
}

/** Applies the change to the stored value, not to the one this tab last saw, so two tabs do not undo each other. */
export function changePreferences(change: (preferences: Preferences) => Preferences): void {
  const stored = readStorage();
  const next = change(stored === null ? current : parsePreferences(stored));
  try {
    window.localStorage.setItem(PREFERENCES_KEY, JSON.stringify(next));
  } catch {
    // The browser refuses storage: the change stays in memory.
  }
  replaceWith(next);
}

export function onPreferencesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders again only if the picked value changes, so pick a primitive or an object of the store. */
export function usePreferences<Value>(pick: (preferences: Preferences) => Value): Value {
  return useSyncExternalStore(onPreferencesChange, () => pick(current));
}
