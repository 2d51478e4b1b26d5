/**
 * What helps a person while they write? Keys, undo, closing brackets, suggestions from the screen's sources, and search.
 *
 * Reading needs none of it, so `editor.tsx` loads this file when an editor first has the focus. Sources are read when they
 * are asked, so a screen may pass new functions at every render.
 */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  snippet,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { foldKeymap } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type { CompletionSource, Suggestion } from "./editor-types.ts";
import { leaveWithTab } from "./leave-with-tab.ts";

/** For a change that undo takes back as a whole, and alone. */
export const ONE_STEP = isolateHistory.of("full");

export interface WritingOptions {
  sources: () => readonly CompletionSource[];
  onLeaving: (isLeaving: boolean) => void;
}

export function writingAids({ sources, onLeaving }: WritingOptions): Extension {
  return [
    leaveWithTab(onLeaving),
    history(),
    closeBrackets(),
    highlightSelectionMatches(),
    search({ top: true }),
    completeWith(sources),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...defaultKeymap,
    ]),
  ];
}

function completeWith(sources: () => readonly CompletionSource[]): Extension {
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
