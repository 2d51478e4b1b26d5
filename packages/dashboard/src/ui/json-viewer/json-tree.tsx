/**
 * How does the viewer draw a JSON body as a tree?
 *
 * Only the rows in view exist as elements. The focus stays on the tree itself, which points at the active row
 * (aria-activedescendant). So the active row exists even when it is scrolled out of view.
 */
import {
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import type { TreeHits } from "./find-hits.ts";
import { at, openingRow } from "./flat-json.ts";
import { JsonRow } from "./json-row.tsx";
import { RowMenu, type FilterBy, type MenuPoint } from "./row-menu.tsx";
import { entryHeightPx, GUTTER_PX, indentChars, LINE_PX, MENU_PX } from "./row-layout.ts";
import { applyTreeKey } from "./tree-keys.ts";
import { ColumnProbe, useColumns } from "./use-columns.tsx";
import { useRowWindow } from "./use-row-window.ts";
import type { Tree } from "./use-tree.ts";
import { entryOf } from "./visible-rows.ts";

export type JsonTreeProps = {
  tree: Tree;
  hits: TreeHits;
  /** Index of the current hit; -1 for none. */
  currentHit: number;
  label: string;
  maxHeight: string;
  onFilterBy: FilterBy | undefined;
};

/** More than the pieces of one string: the largest body has 10 MiB, which makes 5,243 pieces. */
const MOST_PIECES = 8192;
const MOST_COLUMNS = 4096;
/** An entry on the screen and the row that its actions apply to. For a closing bracket, that is the opening row. */
type Spot = { entry: number; row: number };
type OpenMenu = { spot: Spot; point: MenuPoint | null };

export function JsonTree(props: JsonTreeProps): ReactNode {
  const { tree, hits, currentHit, label, maxHeight, onFilterBy } = props;
  const { json, visible, folds, inFull, activeRow, target } = tree;
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const surround = useRef<HTMLDivElement>(null);
  const treeElement = useRef<HTMLDivElement>(null);
  const id = useId();
  const { columns, charPx } = useColumns(scroller, probe, GUTTER_PX + MENU_PX);
  const [hovered, setHovered] = useState<Spot | null>(null);
  const [openMenu, setOpenMenu] = useState<OpenMenu | null>(null);
  const activeEntry = entryOf(visible, activeRow, 0);

  const heightOf = useCallback(
    (entry: number) => {
      const row = at(visible.row, entry);
      const piece = at(visible.piece, entry);
      const state = { row, piece, isFolded: at(folds, row) === 1, isInFull: inFull.has(row) };
      return entryHeightPx(json, state, columns);
    },
    [json, visible, folds, inFull, columns],
  );
  // A measured height is valid only for the same state of the row at the same width.
  const keyOf = useCallback(
    (entry: number) => {
      const row = at(visible.row, entry);
      const look = at(folds, row) * 2 + (inFull.has(row) ? 1 : 0);
      return ((row * 4 + look) * MOST_PIECES + at(visible.piece, entry)) * MOST_COLUMNS + columns;
    },
    [visible, folds, inFull, columns],
  );
  const { rows, totalPx, scrollTo } = useRowWindow({
    box: scroller,
    count: columns === 0 ? 0 : visible.count,
    heightOf,
    keyOf,
    kept: activeEntry,
  });

  useLayoutEffect(() => {
    if (!target || columns === 0) return;
    const entry = entryOf(visible, target.row, target.piece);
    if (entry < 0) return;
    scrollTo(entry, target.align);
    const box = scroller.current;
    if (!box) return;
    const indentPx = indentChars(json, target.row) * charPx;
    const isFarIn = indentPx > box.clientWidth / 2;
    box.scrollLeft = isFarIn ? indentPx - box.clientWidth / 4 : 0;
    // Only a new step scrolls. Folding another row or a new width must not scroll back.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [target]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ContextMenu" || (event.shiftKey && event.key === "F10")) {
      setOpenMenu({ spot: { entry: activeEntry, row: activeRow }, point: null });
    } else {
      const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / LINE_PX) - 1);
      if (!applyTreeKey(tree, event.key, page)) return;
    }
    setHovered(null); // the menu's button follows the keyboard or the pointer, whichever moved last
    event.preventDefault();
    event.stopPropagation();
  };

  const spotUnder = (event: MouseEvent): Spot | null => {
    const element = event.target instanceof Element ? event.target.closest("[data-index]") : null;
    if (!(element instanceof HTMLElement)) return null;
    const entry = Number(element.dataset["index"]);
    return { entry, row: openingRow(json, at(visible.row, entry)) };
  };
  // A step from a closing bracket or a later piece would scroll away from the clicked place.
  const stepTo = ({ entry, row }: Spot) => {
    if (entry === entryOf(visible, row, 0)) tree.step(row);
  };

  const onClick = (event: MouseEvent) => {
    const spot = spotUnder(event);
    if (!spot || !(event.target instanceof Element)) return;
    stepTo(spot);
    if (event.target.closest("[data-toggle]")) tree.setFolded(spot.row, at(folds, spot.row) === 0);
    if (event.target.closest("[data-show-all]")) tree.showInFull(spot.row);
  };

  const onContextMenu = (event: MouseEvent) => {
    const spot = spotUnder(event);
    if (!spot) return;
    event.preventDefault();
    stepTo(spot);
    setOpenMenu({ spot, point: { x: event.clientX, y: event.clientY } });
  };

  const isStillThere = ({ entry, row }: Spot) =>
    entry < visible.count && openingRow(json, at(visible.row, entry)) === row;
  const pointedAt = openMenu?.spot ?? hovered;
  const menuSpot = pointedAt && isStillThere(pointedAt) ? pointedAt : { entry: activeEntry, row: activeRow };
  const menuTopPx = rows.find(({ index }) => index === menuSpot.entry)?.topPx;
  const currentRow = hits.row[currentHit] ?? -1;
  const rowId = (row: number) => `${id}-${row}`;

  return (
    <div ref={surround}>
      <div
        ref={scroller}
        onPointerLeave={() => setHovered(null)}
        className="relative rounded-[6px] border border-(--line) bg-(--sunken) font-mono text-[13px] leading-5 text-(--ink) [font-variant-ligatures:none] has-[[role=tree]:focus-visible]:outline-2 has-[[role=tree]:focus-visible]:outline-(--ring)"
        style={{ maxHeight, overflow: "auto", scrollbarGutter: "stable", overflowAnchor: "none" }}
      >
        <ColumnProbe ref={probe} />
        <div
          ref={treeElement}
          role="tree"
          tabIndex={0}
          aria-label={label}
          aria-activedescendant={rowId(activeRow)}
          className="group/tree outline-none"
          style={{
            position: "relative",
            height: totalPx,
            whiteSpace: "break-spaces",
            lineBreak: "anywhere",
          }}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onContextMenu={onContextMenu}
          onPointerMove={(event) => {
            const spot = spotUnder(event);
            if (spot && spot.entry !== hovered?.entry) setHovered(spot);
          }}
        >
          {rows.map(({ index, topPx }) => {
            const row = at(visible.row, index);
            const piece = at(visible.piece, index);
            return (
              <JsonRow
                key={piece === 0 ? row : `${row}.${piece}`}
                json={json}
                id={piece === 0 ? rowId(row) : `${rowId(row)}-${piece}`}
                entry={index}
                row={row}
                piece={piece}
                topPx={topPx}
                columns={columns}
                isFolded={at(folds, row) === 1}
                isInFull={inFull.has(row)}
                isActive={row === activeRow}
                hits={hits}
                currentStart={row === currentRow ? (hits.start[currentHit] ?? -1) : -1}
              />
            );
          })}
        </div>
        {menuTopPx !== undefined && (
          <RowMenu
            tree={tree}
            row={menuSpot.row}
            topPx={menuTopPx - totalPx}
            isOpen={openMenu !== null}
            point={openMenu?.point ?? null}
            focusAfter={treeElement}
            container={surround}
            onFilterBy={onFilterBy}
            onOpenChange={(isOpen) => setOpenMenu(isOpen ? { spot: menuSpot, point: null } : null)}
          />
        )}
      </div>
    </div>
  );
}
