/**
 * Reads and writes what this browser remembers, and tells whoever shows it; also when another tab changes it.
 *
 * A browser that refuses storage (private mode, full disk) still works: the values then last as long as the page.
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

/** Written from what is stored now, not from what this tab last saw, so two tabs do not undo each other. */
export function changePreferences(change: (preferences: Preferences) => Preferences): void {
  const stored = readStorage();
  const next = change(stored === null ? current : parsePreferences(stored));
  try {
    window.localStorage.setItem(PREFERENCES_KEY, JSON.stringify(next));
  } catch {
    // Kept in memory only.
  }
  replaceWith(next);
}

export function onPreferencesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders again only when the picked value changes, so pick a primitive or a stored object. */
export function usePreferences<Value>(pick: (preferences: Preferences) => Value): Value {
  return useSyncExternalStore(onPreferencesChange, () => pick(current));
}
