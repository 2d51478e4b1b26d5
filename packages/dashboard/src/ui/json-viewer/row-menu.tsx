/**
 * Where is the menu of the tree's rows?
 *
 * There is one for the whole tree, not one per row. Its button appears at the row under the pointer, or else at the
 * active row. A right click opens the same menu at the pointer. The popup's code loads when a person first opens or
 * hovers it, because most people never do.
 */
import { Ellipsis } from "lucide-react";
import { useState, type ReactNode, type RefObject } from "react";
import { IconButton } from "../icon-button.tsx";
import { later } from "../later.tsx";
import { jsonPathOf, type JsonStep } from "./json-path.ts";
import type { Tree } from "./use-tree.ts";

const actions = later(() => import("./row-actions.tsx"));
const RowActions = actions.component((loaded) => loaded.RowActions);

export type MenuPoint = { x: number; y: number };

export type PlainValue = string | number | boolean | null;
/** Filters the page around the viewer by a value of the body. */
export type FilterBy = (path: readonly JsonStep[], value: PlainValue) => void;

export type RowMenuProps = {
  tree: Tree;
  row: number;
  /** Counts from the end of the tree, so it is negative: the button comes after the tree, also for the Tab key. */
  topPx: number;
  isOpen: boolean;
  /** Where the pointer opened it; null to open at the button. */
  point: MenuPoint | null;
  onOpenChange: (isOpen: boolean) => void;
  /** Undefined where the page has nothing to filter. */
  onFilterBy: FilterBy | undefined;
  /** The tree, which gets the focus back when the menu closes. */
  focusAfter: RefObject<HTMLElement | null>;
  /** The element beside the tree that holds the popup, so that it stays inside the page's landmarks. */
  container: RefObject<HTMLElement | null>;
};

export function RowMenu(props: RowMenuProps): ReactNode {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  return (
    <>
      <div style={{ position: "sticky", left: 0, height: 0 }}>
        <IconButton
          ref={setButton}
          size="sm"
          label={`Actions for ${jsonPathOf(props.tree.json, props.row)}`}
          data-tooltip={undefined} // a tooltip would cover the neighbouring rows
          icon={<Ellipsis />}
          aria-haspopup="menu"
          aria-expanded={props.isOpen}
          style={{ position: "absolute", top: props.topPx - 2, right: 4 }}
          className="border border-(--line) bg-(--surface)"
          onPointerEnter={actions.load}
          onClick={() => props.onOpenChange(!props.isOpen)}
        />
      </div>
      {wasOpened && <RowActions {...props} button={button} />}
    </>
  );
}
