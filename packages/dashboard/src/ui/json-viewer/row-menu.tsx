/**
 * What can be done with one row of the tree?
 *
 * One menu for the whole tree, never one per row. Its button stands at the row under the pointer or,
 * without one, at the row of the keyboard; a right click opens the same menu at the pointer.
 */
import { Menu } from "@base-ui/react/menu";
import { Ellipsis } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { copyText } from "./copy-text.ts";
import { at, isFoldable, RowKind, valueText, type FlatJson } from "./flat-json.ts";
import { jsonPathOf } from "./json-path.ts";
import type { Tree } from "./use-tree.ts";

export type MenuPoint = { x: number; y: number };

export type RowMenuProps = {
  tree: Tree;
  row: number;
  /** From the end of the tree, so negative: the button comes after the tree, also for the Tab key. */
  topPx: number;
  isOpen: boolean;
  /** Where the pointer asked for it; null to open at the button. */
  point: MenuPoint | null;
  onOpenChange: (isOpen: boolean) => void;
  /** The tree, which has the keyboard again when the menu closes. */
  focusAfter: RefObject<HTMLElement | null>;
  /** Where the popup lives: beside the tree, so that it stays inside the page's landmarks. */
  container: RefObject<HTMLElement | null>;
};

const ITEM =
  "flex h-7 cursor-default items-center rounded-[4px] px-2 outline-none select-none data-highlighted:bg-(--sel)";

export function RowMenu(props: RowMenuProps): ReactNode {
  const { tree, row, topPx, isOpen, point, onOpenChange, focusAfter } = props;
  const { json } = tree;
  const path = jsonPathOf(json, row);
  const isFolded = at(tree.folds, row) === 1;
  return (
    <Menu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
      <div style={{ position: "sticky", left: 0, height: 0, zIndex: 1 }}>
        <Menu.Trigger
          aria-label={`Actions for ${path}`}
          style={{ position: "absolute", top: topPx - 2, right: 4, width: 24, height: 24 }}
          className="flex items-center justify-center rounded-[4px] border border-(--line) bg-(--surface) text-(--ink-2) hover:text-(--ink) focus-visible:outline-2 focus-visible:outline-(--ring)"
        >
          <Ellipsis size={14} aria-hidden />
        </Menu.Trigger>
      </div>
      <Menu.Portal container={props.container}>
        <Menu.Positioner
          side="bottom"
          positionMethod="fixed"
          align={point ? "start" : "end"}
          sideOffset={4}
          anchor={point ? () => rectAt(point) : undefined}
          style={{ zIndex: 50 }}
        >
          <Menu.Popup
            finalFocus={focusAfter}
            className="min-w-40 rounded-[6px] border border-(--line-strong) bg-(--surface) p-1 font-sans text-[13px] text-(--ink) outline-none"
          >
            <Menu.Item className={ITEM} onClick={() => void copyText(copiedValue(json, row))}>
              Copy value
            </Menu.Item>
            <Menu.Item className={ITEM} onClick={() => void copyText(path)}>
              Copy path
            </Menu.Item>
            {isFoldable(json, row) && (
              <Menu.Item className={ITEM} onClick={() => tree.setFolded(row, !isFolded)}>
                {isFolded ? "Unfold" : "Fold"}
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** A string without its quotes and escapes, ready to paste; everything else as received. */
function copiedValue(json: FlatJson, row: number): string {
  const source = valueText(json, row);
  return at(json.kind, row) === RowKind.String ? String(JSON.parse(source)) : source;
}

function rectAt({ x, y }: MenuPoint) {
  return { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) };
}
