/**
 * How does a person without a mouse leave the editor? Tab indents, as in every code editor. After Escape, Tab moves the
 * focus on, however long the person waits; any other key returns to indenting.
 *
 * The first Escape stays in the editor: it also closes lists and the search, and must not close a dialog around the
 * editor. A second one in a row goes on to the dialog.
 */
import { completionStatus } from "@codemirror/autocomplete";
import { indentLess, indentMore } from "@codemirror/commands";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap, ViewPlugin } from "@codemirror/view";

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta"]);

export function leaveWithTab(onChange: (isLeaving: boolean) => void): Extension {
  let isLeaving = false;
  const set = (next: boolean) => {
    if (next === isLeaving) return;
    isLeaving = next;
    onChange(next);
  };
  return [
    keepEscapeOfPanels,
    EditorView.domEventHandlers({
      keydown(press, view) {
        if (press.key === "Escape") {
          const closesList = completionStatus(view.state) === "active";
          if (closesList || !isLeaving) press.stopPropagation();
          set(!closesList);
        } else if (press.key !== "Tab" && !MODIFIERS.has(press.key)) set(false);
        return false;
      },
      blur: () => set(false),
    }),
    keymap.of([
      {
        key: "Tab",
        run: (view) => !isLeaving && indentMore(view),
        shift: (view) => !isLeaving && indentLess(view),
      },
    ]),
  ];
}

/** Escape in the search closes the search and nothing around the editor. */
const keepEscapeOfPanels = ViewPlugin.define(({ dom }) => {
  dom.addEventListener("keydown", keepInPanel);
  return { destroy: () => dom.removeEventListener("keydown", keepInPanel) };
});

function keepInPanel(press: KeyboardEvent): void {
  const isInPanel = press.target instanceof Element && press.target.closest(".cm-panels") !== null;
  if (press.key === "Escape" && isInPanel) press.stopPropagation();
}
