/**
 * How do a screen's lint and completion sources become CodeMirror's? They are read when they are asked, so a screen may
 * pass new functions at every render.
 */
import {
  autocompletion,
  snippet,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { linter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { problemsOf } from "./problems-of.ts";
import type { CodeLanguage, CompletionSource, LintSource, Problem, Suggestion } from "./editor-types.ts";

/** Long enough that a person who types is not corrected in the middle of a word. */
const LINT_AFTER_MS = 250;

export function lintWith(
  language: () => CodeLanguage,
  sources: () => readonly LintSource[],
  onProblems: (problems: readonly Problem[], text: string) => void,
): Extension {
  return linter(
    async (view) => {
      const text = view.state.doc.toString();
      const problems = await problemsOf(text, language(), sources());
      // A slower answer to an older text: the next run follows.
      if (view.state.doc.toString() === text) onProblems(problems, text);
      return problems;
    },
    { delay: LINT_AFTER_MS },
  );
}

export function completeWith(sources: () => readonly CompletionSource[]): Extension {
  const ask = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const request = {
      text: context.state.doc.toString(),
      position: context.pos,
      isExplicit: context.explicit,
    };
    for (const source of sources()) {
      const answer = await source(request);
      if (!answer || answer.options.length === 0) continue;
      const { from, to = context.pos, options, validFor } = answer;
      const behind = to - context.pos;
      return {
        from,
        options: options.map((option) => asCompletion(option, behind)),
        ...(validFor && { validFor }),
      };
    }
    return null;
  };
  return autocompletion({ override: [ask], icons: false });
}

/**
 * `behind` is how much after the cursor is replaced too, such as a closing quote. CodeMirror would also search for it in
 * the labels, so it is not part of the result.
 */
function asCompletion(
  { template, kind, replacesBefore = 0, ...rest }: Suggestion,
  behind: number,
): Completion {
  const insert = snippet(template ?? rest.label);
  return {
    ...rest,
    ...(kind && { type: kind }),
    ...((template !== undefined || behind > 0) && {
      apply: (view, completion, from, to) => insert(view, completion, from - replacesBefore, to + behind),
    }),
  };
}
