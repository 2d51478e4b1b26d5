/**
 * What can a person do with one row of the tree?
 *
 * The popup of `row-menu.tsx`, in its own chunk together with the popup library.
 */
import { Menu } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { copyText } from "../copy-button.tsx";
import { MenuItem } from "../menu-parts.tsx";
import { popupClass } from "../popup-class.ts";
import { at, isFoldable, RowKind, valueText, type FlatJson } from "./flat-json.ts";
import { jsonPathOf, stepsTo } from "./json-path.ts";
import type { MenuPoint, PlainValue, RowMenuProps } from "./row-menu.tsx";
import { isLongString } from "./visible-rows.ts";

export type RowActionsProps = RowMenuProps & { button: HTMLButtonElement | null };

export function RowActions(props: RowActionsProps): ReactNode {
  const { tree, row, point, onFilterBy } = props;
  const isFolded = at(tree.folds, row) === 1;
  // Nobody looks for a value that is too long to be shown, and an object is no value to look for.
  const canFilter = at(tree.json.kind, row) > RowKind.Close && !isLongString(tree.json, row);
  return (
    <Menu.Root open={props.isOpen} onOpenChange={(isOpen) => props.onOpenChange(isOpen)} modal={false}>
      <Menu.Portal container={props.container}>
        <Menu.Positioner
          className="z-50"
          side="bottom"
          align={point ? "start" : "end"}
          sideOffset={4}
          positionMethod="fixed"
          anchor={point ? () => rectAt(point) : props.button}
        >
          <Menu.Popup finalFocus={props.focusAfter} className={popupClass}>
            <MenuItem onSelect={() => void copyText(copiedValue(tree.json, row))}>Copy value</MenuItem>
            <MenuItem onSelect={() => void copyText(jsonPathOf(tree.json, row))}>Copy path</MenuItem>
            {onFilterBy && canFilter && (
              <MenuItem onSelect={() => onFilterBy(stepsTo(tree.json, row), plainValue(tree.json, row))}>
                Filter by this value
              </MenuItem>
            )}
            {isFoldable(tree.json, row) && (
              <MenuItem onSelect={() => tree.setFolded(row, !isFolded)}>
                {isFolded ? "Unfold" : "Fold"}
              </MenuItem>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Safe: the row is a string, a number, true, false or null. */
function plainValue(json: FlatJson, row: number): PlainValue {
  return JSON.parse(valueText(json, row)) as PlainValue;
}

/** Copies a string without quotes and escapes, ready to paste, and everything else as received. */
function copiedValue(json: FlatJson, row: number): string {
  const source = valueText(json, row);
  return at(json.kind, row) === RowKind.String ? String(JSON.parse(source)) : source;
}

function rectAt({ x, y }: MenuPoint) {
  return { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) };
}
