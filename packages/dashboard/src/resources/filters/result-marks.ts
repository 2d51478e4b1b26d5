/**
 * Which lines of filter and input get a sign? In the filter each condition, and only a failing one tints its line. In
 * the input the lines that a condition looked at; a failing one says what it wants.
 */
import type { LineMark } from "../../ui/code-editor/editor-types.ts";
import type { PartResult, ShownCondition } from "./explain-texts.ts";

export interface ResultMarks {
  filter: readonly LineMark[];
  input: readonly LineMark[];
}

const NONE: ResultMarks = { filter: [], input: [] };

export function marksOf(result: PartResult): ResultMarks {
  if (result.state !== "tested") return NONE;
  const { conditions, failures } = result;
  return {
    filter: oneForEachLine(
      [...conditions, ...failures],
      ({ filterLine }) => filterLine,
      ({ holds }, line) => ({
        line,
        tone: holds ? "ok" : "bad",
        isTinted: !holds,
      }),
    ),
    input: oneForEachLine(
      [...conditions.filter(({ holds }) => holds), ...failures],
      ({ inputLine }) => inputLine,
      ({ holds, wants }, line) =>
        holds ? { line, tone: "ok" } : { line, tone: "bad", note: `wants ${wants}` },
    ),
  };
}

/** A failure hides what holds on its line. */
function oneForEachLine(
  conditions: readonly ShownCondition[],
  lineOf: (condition: ShownCondition) => number | null,
  markOf: (condition: ShownCondition, line: number) => LineMark,
): LineMark[] {
  const byLine = new Map<number, ShownCondition>();
  for (const condition of conditions) {
    const line = lineOf(condition);
    if (line !== null && byLine.get(line)?.holds !== false) byLine.set(line, condition);
  }
  return [...byLine].map(([line, condition]) => markOf(condition, line));
}
