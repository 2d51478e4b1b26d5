/**
 * What does a key do in the tree?
 *
 * It follows the ARIA tree view pattern: up and down between rows, right into and left out of them. The keyboard
 * skips closing brackets and later pieces of a long string. Returns whether the tree uses the key.
 */
import { at, isFoldable, openingRow, type FlatJson } from "./flat-json.ts";
import type { Tree } from "./use-tree.ts";
import { entryOf, isLongString, type VisibleRows } from "./visible-rows.ts";

export function applyTreeKey(tree: Tree, key: string, entriesPerPage: number): boolean {
  const { json, visible, activeRow } = tree;
  const entry = entryOf(visible, activeRow, 0);
  const isFolded = at(tree.folds, activeRow) === 1;
  const parent = json.parent[activeRow] ?? -1;
  switch (key) {
    case "ArrowDown":
      tree.step(stopFrom(json, visible, entry + 1, 1) ?? activeRow);
      return true;
    case "ArrowUp":
      tree.step(stopFrom(json, visible, entry - 1, -1) ?? activeRow);
      return true;
    case "PageDown":
      tree.step(
        stopFrom(json, visible, Math.min(entry + entriesPerPage, visible.count - 1), -1) ?? activeRow,
      );
      return true;
    case "PageUp":
      tree.step(stopFrom(json, visible, Math.max(entry - entriesPerPage, 0), 1) ?? activeRow);
      return true;
    case "Home":
      tree.step(0);
      return true;
    case "End":
      tree.step(stopFrom(json, visible, visible.count - 1, -1) ?? activeRow);
      return true;
    case "ArrowRight":
      if (isFolded) tree.setFolded(activeRow, false);
      else if (isFoldable(json, activeRow)) tree.step(activeRow + 1);
      return true;
    case "ArrowLeft":
      if (isFoldable(json, activeRow) && !isFolded) tree.setFolded(activeRow, true);
      else if (parent >= 0) tree.step(parent);
      return true;
    case "Enter":
    case " ":
      if (isLongString(json, activeRow)) tree.showInFull(activeRow);
      else tree.setFolded(activeRow, !isFolded);
      return true;
    default:
      return false;
  }
}

/** The first row at or after this entry, in this direction, that the keyboard stops at. */
function stopFrom(json: FlatJson, visible: VisibleRows, from: number, direction: 1 | -1): number | null {
  for (let entry = from; entry >= 0 && entry < visible.count; entry += direction) {
    const row = at(visible.row, entry);
    if (at(visible.piece, entry) === 0 && openingRow(json, row) === row) return row;
  }
  return null;
}
