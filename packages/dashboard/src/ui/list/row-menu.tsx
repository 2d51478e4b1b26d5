/**
 * The one menu of a table: every row has a button, and the menu opens at the button that was pressed.
 *
 * Never put a menu into each row: a hundred popup roots cost 200 ms. `useRowMenu` remembers which row it is open for,
 * and still knows it while the menu closes.
 */
import { Ellipsis } from "lucide-react";
import { useCallback, useState, type ReactNode } from "react";
import { IconButton } from "../icon-button.tsx";
import { Menu } from "../menu.tsx";

export interface RowMenuState {
  rowId: string | null;
  anchor: HTMLElement | null;
  isOpen: boolean;
}

const CLOSED: RowMenuState = { rowId: null, anchor: null, isOpen: false };

export function useRowMenu() {
  const [menu, setMenu] = useState(CLOSED);
  const open = useCallback(
    (rowId: string, anchor: HTMLElement) => setMenu({ rowId, anchor, isOpen: true }),
    [],
  );
  const close = useCallback(() => setMenu((shown) => ({ ...shown, isOpen: false })), []);
  return { menu, open, close };
}

export interface RowMenuProps {
  menu: RowMenuState;
  onClose: () => void;
  /** The items for the row. Nothing if the row has gone. */
  children: ReactNode;
}

export function RowMenu({ menu, onClose, children }: RowMenuProps) {
  return (
    <Menu
      anchor={menu.anchor}
      isOpen={menu.isOpen && Boolean(children)}
      onOpenChange={(isOpen) => isOpen || onClose()}
      align="end"
    >
      {children}
    </Menu>
  );
}

export interface RowMenuButtonProps {
  rowId: string;
  onOpen: (rowId: string, anchor: HTMLElement) => void;
}

export function RowMenuButton({ rowId, onOpen }: RowMenuButtonProps) {
  return (
    <IconButton
      size="sm"
      label="Actions"
      aria-haspopup="menu"
      icon={<Ellipsis />}
      onClick={(press) => onOpen(rowId, press.currentTarget)}
    />
  );
}
