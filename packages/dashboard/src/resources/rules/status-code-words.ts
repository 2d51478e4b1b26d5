/**
 * What does the status-code expression of a retry rule mean, in words? It asks the server's own `wantsRetry` about each
 * status, so the words cannot differ from what happens. Pure.
 */
import { STATUS_CODE_EXPRESSION, wantsRetry } from "@posthorn/contract/status-codes";

/** Successes are never retried, so they are not asked about. */
const FIRST = 300;
const LAST = 599;
/** Two ranges with at most this many codes between them are read as one range with exceptions, if one is long. */
const LARGEST_GAP = 3;
const LONG_RANGE = 10;

export interface StatusRange {
  from: number;
  to: number;
  except: number[];
}

/** `"429, 500-599"` → `["429", "500-599"]`. */
export function splitCodes(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** What is wrong with the first entry that matches nothing; null if every entry can match. */
export function codesMistake(text: string): string | null {
  for (const entry of splitCodes(text)) {
    const match = STATUS_CODE_EXPRESSION.exec(entry);
    if (match === null) return `“${entry}” is not a status code such as 404, !404, >=500 or 500-599`;
    const [, from, to] = match;
    if (from !== undefined && to !== undefined && Number(from) > Number(to))
      return `“${entry}” contains no status code. Write ${to}-${from}`;
  }
  return null;
}

/** Which responses are retried? Empty text: every response that is not a success. */
export function retriedRanges(text: string): StatusRange[] {
  const entries = splitCodes(text);
  const codes = entries.length === 0 ? null : entries;
  const runs: { from: number; to: number }[] = [];
  for (let status = FIRST; status <= LAST; status++) {
    if (!wantsRetry(codes, status)) continue;
    const last = runs.at(-1);
    if (last?.to === status - 1) last.to = status;
    else runs.push({ from: status, to: status });
  }
  const ranges: StatusRange[] = [];
  for (const run of runs) {
    const last = ranges.at(-1);
    if (last === undefined || !readsAsOne(last, run)) {
      ranges.push({ ...run, except: [] });
      continue;
    }
    for (let missing = last.to + 1; missing < run.from; missing++) last.except.push(missing);
    last.to = run.to;
  }
  return ranges;
}

function readsAsOne(a: { from: number; to: number }, b: { from: number; to: number }): boolean {
  const longest = Math.max(a.to - a.from, b.to - b.from) + 1;
  return b.from - a.to - 1 <= LARGEST_GAP && longest >= LONG_RANGE;
}

function rangeWords({ from, to, except }: StatusRange): string[] {
  if (to - from < 2) return from === to ? [String(from)] : [String(from), String(to)];
  const range = `${from} to ${to}`;
  return [except.length === 0 ? range : `${range} except ${listWords(except.map(String), "and")}`];
}

function listWords(words: readonly string[], conjunction: "and" | "or"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;
}

/** One sentence. A destination that does not answer is always tried again. */
export function statusCodeWords(text: string): string {
  if (codesMistake(text) !== null) return "";
  const ranges = retriedRanges(text);
  const [only] = ranges;
  if (only === undefined)
    return "No answer is tried again. Only a destination that does not answer is tried again.";
  if (ranges.length === 1 && only.from === FIRST && only.to === LAST && only.except.length === 0)
    return "A destination that answers with anything but success, or does not answer, is tried again.";
  return `A destination that answers ${listWords(ranges.flatMap(rangeWords), "or")}, or does not answer, is tried again.`;
}
