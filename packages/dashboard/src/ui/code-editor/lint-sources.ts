/**
 * When is a text checked, and how does the editor show what is wrong with it?
 *
 * At the start, and after each pause. The sources are read when they are asked, so a screen may pass new functions at
 * every render. What draws the problems into the text loads with the first problem.
 */
import type { Extension } from "@codemirror/state";
import { ViewPlugin, type EditorView } from "@codemirror/view";
import type { CodeLanguage, LintSource, Problem } from "./editor-types.ts";
import { problemsOf } from "./problems-of.ts";

/** Long enough that a person who types is not corrected in the middle of a word. */
const LINT_AFTER_MS = 250;

export function lintWith(
  language: () => CodeLanguage,
  sources: () => readonly LintSource[],
  onProblems: (problems: readonly Problem[], text: string) => void,
): Extension {
  return ViewPlugin.define((view) => {
    let timer = 0;
    let wereMarked = false;
    const check = async () => {
      const asked = timer;
      const text = view.state.doc.toString();
      const problems = await problemsOf(text, language(), sources());
      if (asked !== timer) return; // a slower answer to an older text, or to an editor that has gone
      onProblems(problems, text);
      if (problems.length === 0 && !wereMarked) return;
      wereMarked = await mark(view, problems, () => asked === timer);
    };
    const checkLater = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void check(), LINT_AFTER_MS);
    };
    checkLater();
    return {
      update: ({ docChanged }) => (docChanged ? checkLater() : undefined),
      destroy: () => {
        window.clearTimeout(timer);
        timer = 0;
      },
    };
  });
}

/** Without its code, the list of problems under the editor still has all of them. */
async function mark(view: EditorView, problems: readonly Problem[], isCurrent: () => boolean) {
  const marks = await import("./problem-marks.ts").catch(() => null);
  if (marks === null || !isCurrent()) return true;
  marks.markProblems(view, problems);
  return problems.length > 0;
}
