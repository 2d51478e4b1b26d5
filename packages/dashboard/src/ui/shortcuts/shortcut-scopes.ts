/**
 * Which shortcuts exist right now, and may this key press be one?
 *
 * Each mounted screen or part of the shell has one scope; the shortcut sheet lists them all. No shortcut runs while a
 * person types, uses a dialog, menu or list of choices, or presses Enter or Space on a button. Combinations with Mod
 * always run.
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
  replaceScopes([...scopes, scope]);
  return () => replaceScopes(scopes.filter((other) => other !== scope));
}

export function currentScopes(): readonly ShortcutScope[] {
  return scopes;
}

export function onScopesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
