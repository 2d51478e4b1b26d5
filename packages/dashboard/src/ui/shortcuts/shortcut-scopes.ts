/**
 * Which shortcuts exist right now, and may this key press be one?
 *
 * Each mounted screen or shell part holds one scope; the shortcut sheet lists them all. Nothing fires while somebody
 * types, works in a dialog, menu or list of choices, or presses Enter on a button; Mod combinations always may.
 */

export interface Shortcut {
  /** What it does, as the sheet says it: "Open event". */
  label: string;
  run: (press: KeyboardEvent) => void;
}

/** Keys as tinykeys writes them: `j`, `g e`, `$mod+k`, `Shift+?`. */
export type Shortcuts = Readonly<Record<string, Shortcut>>;

export interface ShortcutScope {
  name: string;
  shortcuts: readonly { keys: string; label: string }[];
}

const POPUPS = '[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]';
const TYPING =
  'textarea,select,[contenteditable="true"],input:not([type="checkbox"],[type="radio"],[type="button"])';
const PRESSABLE = 'button,a[href],summary,[role="button"],[role="tab"],[role="separator"]';

/** May a shortcut answer this press? */
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

/** Returns what takes it away again. */
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
