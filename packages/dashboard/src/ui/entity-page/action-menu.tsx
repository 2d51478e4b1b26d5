/**
 * The actions of one thing as a menu: under the "…" button of a page, or in the one menu of a table.
 */
import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../menu.tsx";
import { startLabel, type EntityAction } from "./entity-actions.tsx";

export interface ActionMenuItemsProps {
  actions: readonly EntityAction[];
  /** Why this person may not do any of it. The items stay visible. */
  refusal: string | undefined;
  onStart: (action: EntityAction) => void;
}

export function ActionMenuItems({ actions, refusal, onStart }: ActionMenuItemsProps) {
  return (
    <>
      {refusal === undefined ? null : <p className="max-w-56 px-2 py-1 text-xs text-ink-3">{refusal}</p>}
      {actions.map((action) => (
        <MenuItem
          key={action.label}
          icon={action.icon}
          isDanger={action.isDanger ?? false}
          isDisabled={refusal !== undefined}
          onSelect={() => onStart(action)}
        >
          {startLabel(action)}
        </MenuItem>
      ))}
    </>
  );
}

export interface ActionMenuProps extends ActionMenuItemsProps {
  /** Items above the actions, such as "Copy source URL". */
  children?: ReactNode;
}

export function ActionMenu({ children, ...items }: ActionMenuProps) {
  return (
    <Menu align="end" trigger={<IconButton label="Actions" icon={<Ellipsis />} />}>
      {children === undefined ? null : (
        <>
          {children}
          <MenuSeparator />
        </>
      )}
      <ActionMenuItems {...items} />
    </Menu>
  );
}
