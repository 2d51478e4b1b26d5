/** Which name did the person mean? The one with the fewest letters to change, if those are few. */

/** More letters than this are another word. */
const FEW = 2;

export function closestName(typed: string, names: readonly string[]): string | null {
  const ranked = names
    .map((name) => ({ name, changes: changesBetween(typed, name) }))
    .toSorted((a, b) => a.changes - b.changes);
  const [best] = ranked;
  return best && best.changes <= Math.min(FEW, Math.floor(best.name.length / 2)) ? best.name : null;
}

/** Letters to insert, remove or replace (Levenshtein). */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one.charAt(i - 1) === other.charAt(j - 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
