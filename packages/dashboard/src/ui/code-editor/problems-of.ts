/**
 * What is wrong with a text? The editor and the plain text field ask the same: first the syntax, then the screen's own
 * sources.
 */
import { jsonProblems } from "./json-problems.ts";
import type { CodeLanguage, LintSource, Problem } from "./editor-types.ts";

/** All problems, the first in the text first. A text with a syntax error has no others. */
export async function problemsOf(
  text: string,
  language: CodeLanguage,
  sources: readonly LintSource[],
): Promise<readonly Problem[]> {
  const syntax = language === "json" ? jsonProblems(text) : [];
  if (syntax.length > 0) return syntax;
  const answers = await Promise.all(sources.map(async (source) => source(text)));
  return answers
    .flat()
    .map(({ from, to, severity, message }) => ({
      from: within(from, text),
      to: within(to, text),
      severity,
      message,
    }))
    .toSorted((left, right) => left.from - right.from);
}

function within(offset: number, text: string): number {
  return Math.max(0, Math.min(offset, text.length));
}
