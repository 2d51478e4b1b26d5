/**
 * What is wrong with a text? The editor and the plain text field ask the same: first the syntax, then the screen's own
 * sources.
 */
import type { CodeLanguage, LintSource, Problem } from "./editor-types.ts";

/** All problems, the first in the text first. A text with a syntax error has no others. */
export async function problemsOf(
  text: string,
  language: CodeLanguage,
  sources: readonly LintSource[],
): Promise<readonly Problem[]> {
  if (language === "json" && !isJson(text)) return syntaxProblems(text);
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

/** What finds the place and the reason loads with the first error. Offline, the text is still known to be wrong. */
async function syntaxProblems(text: string): Promise<readonly Problem[]> {
  const loaded = await import("./json-problems.ts").catch(() => null);
  if (loaded) return loaded.jsonProblems(text);
  return [{ from: 0, to: within(1, text), severity: "error", message: "Invalid JSON" }];
}

/** JSON.parse decides, because the server parses the same way. An empty text is no error: the person has not begun. */
function isJson(text: string): boolean {
  if (text.trim() === "") return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function within(offset: number, text: string): number {
  return Math.max(0, Math.min(offset, text.length));
}
