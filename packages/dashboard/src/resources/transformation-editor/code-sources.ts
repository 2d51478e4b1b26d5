/**
 * What does the code editor know? Checks and completion of the transformation's code, loaded with the editor: they need
 * its parser, which no other page should load.
 */
import type { VariableRow } from "../transformations/variable-rows.ts";
import type { CompletionSource, LintSource } from "../../ui/code-editor/editor-types.ts";

export interface CodeSources {
  lintSources: readonly LintSource[];
  completionSources: readonly CompletionSource[];
}

export function codeSources(inputText: string, rows: readonly VariableRow[]): CodeSources {
  const variables = rows.map(({ name }) => name).filter((name) => name !== "");
  return {
    lintSources: [
      async (text) => {
        const { checkCode } = await import("../transformations/code/check-code.ts");
        return checkCode(text, variables);
      },
    ],
    completionSources: [
      async ({ text, position, isExplicit }) => {
        const { completeCode } = await import("../transformations/code/complete-code.ts");
        return completeCode(text, position, { input: parsed(inputText), variables }, isExplicit);
      },
    ],
  };
}

/** Undefined while the input is not valid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
