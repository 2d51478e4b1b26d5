/** How high is a comparison that stands among other things? As high as its changes need, up to a bound: then it scrolls. */
const LINE_PX = 20;
/** Lines around the changes, and one for each stretch that is left out. */
const LINES_AROUND = 8;
const HEIGHT_MOST_PX = 420;

/** Null: the texts are too long to be compared, which is one sentence. */
export function diffHeight(counts: { added: number; removed: number } | null, most = HEIGHT_MOST_PX): number {
  if (counts === null) return 4 * LINE_PX;
  return Math.min(most, (counts.added + counts.removed + LINES_AROUND) * LINE_PX);
}
