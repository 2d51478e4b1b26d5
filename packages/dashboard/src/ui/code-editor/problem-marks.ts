/** How are problems drawn into the text? With a line under the place, its message on hover, and F8 to the next one. */
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { StateEffect } from "@codemirror/state";
import { keymap, type EditorView } from "@codemirror/view";
import type { Problem } from "./editor-types.ts";

const withKeys = new WeakSet<EditorView>();

/** Replaces the marks of an earlier check. */
export function markProblems(view: EditorView, problems: readonly Problem[]): void {
  if (!withKeys.has(view)) {
    withKeys.add(view);
    view.dispatch({ effects: StateEffect.appendConfig.of(keymap.of(lintKeymap)) });
  }
  view.dispatch(setDiagnostics(view.state, problems));
}
