/**
 * Which shortcuts exist right now, and may this key press be one?
 *
 * Each mounted screen or part of the shell has one scope; the shortcut sheet lists them all. No shortcut runs while a
 * person types, uses a dialog, menu or list of choices, or presses Enter or Space on a button. Combinations with Mod
 * always run. A key that ends a sequence, such as the `r` of `g r`, does not also run the shortcut of that key alone.
 */

export interface Shortcut {
  /** What it does, as the sheet shows it: "Open event". */
  label: string;
  run: (press: KeyboardEvent) => void;
}

/** Keys in the format of tinykeys: `j`, `g e`, `$mod+k`, `Shift+?`. */
export type Shortcuts = Readonly<Record<string, Shortcut>>;

export interface ShortcutScope {
  name: string;
  shortcuts: readonly { keys: string; label: string }[];
}

const POPUPS = '[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]';
const TYPING =
  'textarea,select,[contenteditable="true"],input:not([type="checkbox"],[type="radio"],[type="button"])';
const PRESSABLE = 'button,a[href],summary,[role="button"],[role="tab"],[role="separator"]';

/** Whether a shortcut may react to this key press. */
export function mayFire(press: KeyboardEvent): boolean {
  if (press.defaultPrevented || press.isComposing) return false;
  if (press.metaKey || press.ctrlKey) return true;
  if (!(press.target instanceof Element)) return true;
  if (press.target.closest(TYPING) || press.target.closest(POPUPS)) return false;
  return !((press.key === "Enter" || press.key === " ") && press.target.closest(PRESSABLE));
}

let scopes: readonly ShortcutScope[] = [];
const listeners = new Set<() => void>();

function replaceScopes(next: readonly ShortcutScope[]): void {
  scopes = next;
  for (const listener of listeners) listener();
}

/** Returns a function that removes the scope. */
export function addScope(scope: ShortcutScope): () => void {
  // Adding the same listener again changes nothing. It sees every press before the shortcuts do.
  window.addEventListener("keydown", rememberPress, { capture: true });
  replaceScopes([...scopes, scope]);
  return () => replaceScopes(scopes.filter((other) => other !== scope));
}

/** tinykeys waits this long for the next key of a sequence. */
const SEQUENCE_MS = 1000;

let latest = { key: "", at: 0 };
/** The key before the latest one, if it may have begun a sequence. */
let before = "";

function rememberPress({ key, timeStamp }: KeyboardEvent): void {
  before = timeStamp - latest.at < SEQUENCE_MS ? latest.key : "";
  latest = { key, at: timeStamp };
}

/** Whether the press of this single key ends a sequence of any scope. */
export function endsSequence(key: string): boolean {
  const sequence = `${before} ${key}`;
  return scopes.some(({ shortcuts }) => shortcuts.some(({ keys }) => keys === sequence));
}

export function currentScopes(): readonly ShortcutScope[] {
  return scopes;
}

export function onScopesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
