/**
 * Which lines differ between two texts?
 *
 * The shortest list of removed and added lines (the algorithm of Myers), after what is alike at the start and the end.
 * Its time and memory grow with the number of changes, so beyond a limit the rest counts as removed and added: a person
 * reads no comparison of thousands of changes. `diffCounts` needs no editor, so a tab can show the counts.
 */

/** Of each of the two texts. */
export const MOST_CHARACTERS = 200_000;
const MOST_CHANGES = 2000;

/** `count` lines in a row that are alike, removed or added. */
export interface Stretch {
  kind: "same" | "removed" | "added";
  count: number;
}

export interface DiffCounts {
  added: number;
  removed: number;
}

export function linesOf(text: string): string[] {
  return text.split(/\r\n?|\n/);
}

export function isTooLongToCompare(before: string, after: string): boolean {
  return before.length > MOST_CHARACTERS || after.length > MOST_CHARACTERS;
}

/** Null if a text is too long to be compared. */
export function diffCounts(before: string, after: string): DiffCounts | null {
  if (isTooLongToCompare(before, after)) return null;
  const counts = { added: 0, removed: 0 };
  for (const { kind, count } of lineDiff(linesOf(before), linesOf(after))) {
    if (kind !== "same") counts[kind] += count;
  }
  return counts;
}

/** Removed lines stand before the lines that replace them. */
export function lineDiff(before: readonly string[], after: readonly string[]): Stretch[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  ) {
    end += 1;
  }
  const middle = changesBetween(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  );
  return joined([{ kind: "same", count: start }, ...middle, { kind: "same", count: end }]);
}

function changesBetween(before: readonly string[], after: readonly string[]): Stretch[] {
  const path = shortestPath(before, after);
  if (path) return path;
  return [
    { kind: "removed", count: before.length },
    { kind: "added", count: after.length },
  ];
}

/**
 * `furthest[k]` is how far in `before` a path gets on diagonal `k` (the position in `before` minus that in `after`). A
 * copy of it for each number of changes leads back from the end. Null if there are too many changes.
 */
function shortestPath(before: readonly string[], after: readonly string[]): Stretch[] | null {
  const most = Math.min(before.length + after.length, MOST_CHANGES);
  const offset = most + 1;
  const furthest = new Int32Array(2 * most + 3);
  const history: Int32Array[] = [];
  for (let changes = 0; changes <= most; changes += 1) {
    history.push(furthest.slice(offset - changes - 1, offset + changes + 2));
    for (let k = -changes; k <= changes; k += 2) {
      const isAdding =
        k === -changes || (k !== changes && read(furthest, offset + k - 1) < read(furthest, offset + k + 1));
      let x = isAdding ? read(furthest, offset + k + 1) : read(furthest, offset + k - 1) + 1;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x += 1;
      furthest[offset + k] = x;
      if (x >= before.length && x - k >= after.length) return wayBack(history, before.length, after.length);
    }
  }
  return null;
}

function wayBack(history: readonly Int32Array[], beforeLength: number, afterLength: number): Stretch[] {
  const backwards: Stretch[] = [];
  let [x, y] = [beforeLength, afterLength];
  for (let changes = history.length - 1; changes >= 0; changes -= 1) {
    const furthest = history[changes];
    if (!furthest) break;
    const at = (k: number) => read(furthest, k + changes + 1);
    const k = x - y;
    const isAdding = k === -changes || (k !== changes && at(k - 1) < at(k + 1));
    const fromX = changes === 0 ? 0 : isAdding ? at(k + 1) : at(k - 1);
    const fromY = changes === 0 ? 0 : fromX - (isAdding ? k + 1 : k - 1);
    const alike = changes === 0 ? x : x - (isAdding ? fromX : fromX + 1);
    backwards.push({ kind: "same", count: alike });
    if (changes > 0) backwards.push({ kind: isAdding ? "added" : "removed", count: 1 });
    [x, y] = [fromX, fromY];
  }
  return backwards.toReversed();
}

/** The index is always within. */
function read(numbers: Int32Array, at: number): number {
  return numbers[at] ?? 0;
}

/** Joins neighbours of one kind, and sorts each change: first what is removed, then what is added. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  let [removed, added] = [0, 0];
  const flush = () => {
    if (removed > 0) result.push({ kind: "removed", count: removed });
    if (added > 0) result.push({ kind: "added", count: added });
    [removed, added] = [0, 0];
  };
  for (const { kind, count } of stretches) {
    if (count === 0) continue;
    if (kind === "removed") removed += count;
    else if (kind === "added") added += count;
    else {
      flush();
      const last = result.at(-1);
      if (last?.kind === "same") last.count += count;
      else result.push({ kind, count });
    }
  }
  flush();
  return result;
}
