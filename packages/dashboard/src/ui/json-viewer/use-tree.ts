/**
 * Which rows of a tree are folded, shown in full or active?
 *
 * The state survives a switch to the raw view and back. `target` is a new object for every step, even to the same
 * row: the tree scrolls to it each time it changes.
 */
import { useCallback, useMemo, useState } from "react";
import { at, isFoldable, type FlatJson } from "./flat-json.ts";
import {
  allFolded,
  isLongString,
  nothingFolded,
  pieceAt,
  shownRowFor,
  unfoldedAround,
  visibleRows,
  withFold,
  type Folds,
  type VisibleRows,
} from "./visible-rows.ts";

type TreeTarget = { row: number; piece: number; align: "auto" | "center" };

export type Tree = {
  json: FlatJson;
  folds: Folds;
  inFull: ReadonlySet<number>;
  visible: VisibleRows;
  activeRow: number;
  /** Null until the first step: a new tree stays at its top. */
  target: TreeTarget | null;
  step: (row: number) => void;
  setFolded: (row: number, folded: boolean) => void;
  foldAll: () => void;
  unfoldAll: () => void;
  showInFull: (row: number) => void;
  /** Scrolls to this offset of the text, and unfolds everything that hides it. */
  reveal: (row: number, offset: number) => void;
};

export function useTree(json: FlatJson): Tree {
  const [folds, setFolds] = useState(() => nothingFolded(json));
  const [inFull, setInFull] = useState<ReadonlySet<number>>(() => new Set());
  const [target, setTarget] = useState<TreeTarget | null>(null);
  const visible = useMemo(() => visibleRows(json, folds, inFull), [json, folds, inFull]);
  const showInFull = (row: number) => setInFull((shown) => new Set(shown).add(row));
  const reveal = useCallback(
    (row: number, offset: number) => {
      const piece = isLongString(json, row) ? pieceAt(json, row, offset) : 0;
      if (piece > 0) setInFull((shown) => new Set(shown).add(row));
      setFolds((current) => unfoldedAround(json, current, row));
      setTarget({ row, piece, align: "center" });
    },
    [json],
  );

  return {
    json,
    folds,
    inFull,
    visible,
    activeRow: shownRowFor(json, folds, target?.row ?? 0),
    target,
    step: (row) => setTarget({ row, piece: 0, align: "auto" }),
    setFolded: (row, folded) => {
      if (isFoldable(json, row) && (at(folds, row) === 1) !== folded) setFolds(withFold(folds, row, folded));
    },
    foldAll: () => setFolds(allFolded(json)),
    unfoldAll: () => setFolds(nothingFolded(json)),
    showInFull,
    reveal,
  };
}
