/**
 * A list of actions or choices under a button.
 *
 * The popup library has 50 kB, so it loads when a person hovers or focuses the button, not with the page. The button
 * itself is there from the start and stays the same element. Never put a menu into each row of a table: a table has
 * one menu, whose `anchor` is the pressed button (then leave out `trigger`).
 */
import {
  cloneElement,
  useState,
  type ComponentType,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
} from "react";
import { later } from "./later.tsx";

export interface MenuPlacement {
  side?: "top" | "bottom" | "left" | "right";
  align?: "start" | "center" | "end";
  children: ReactNode;
  className?: string;
  /** Whether the button gets the focus when the menu closes. Default: yes. Not if a choice opens a box of its own. */
  returnsFocus?: () => boolean;
}

/** A button. The menu adds its handlers and ARIA attributes. */
type Trigger = ReactElement<HTMLAttributes<HTMLElement> & RefAttributes<HTMLButtonElement>>;

export type MenuProps = MenuPlacement &
  (
    | { trigger: Trigger; anchor?: never; isOpen?: boolean; onOpenChange?: (isOpen: boolean) => void }
    | { trigger?: never; anchor: Element | null; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }
  );

export interface MenuItemProps {
  icon?: ReactNode;
  /** A key hint at the end of the line. */
  end?: ReactNode;
  onSelect: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}

export interface MenuChoiceGroupProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly { value: Value; label: ReactNode; hint?: ReactNode }[];
}

export interface MenuGroupProps {
  label: string;
  /** A line separates the group from the items above it. */
  hasLine?: boolean;
  children: ReactNode;
}

export interface MenuCheckItemProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  children: ReactNode;
}

const parts = later(() => import("./menu-parts.tsx"));
const MenuPopup = parts.component((loaded) => loaded.MenuPopup);
const AnyChoiceGroup = parts.component((loaded) => loaded.MenuChoiceGroup);

export const MenuItem = parts.component((loaded) => loaded.MenuItem);
export const MenuGroup = parts.component((loaded) => loaded.MenuGroup);
export const MenuSeparator = parts.component((loaded) => loaded.MenuSeparator);

/** One of several choices that can all be on. The menu stays open, because a second choice often follows. */
export const MenuCheckItem = parts.component((loaded) => loaded.MenuCheckItem);

/** Chooses one of several; the chosen one has a tick. */
export function MenuChoiceGroup<Value extends string>(props: MenuChoiceGroupProps<Value>) {
  // Safe: `later` loses the type parameter, but the component behind it has the same one.
  const Group = AnyChoiceGroup as unknown as ComponentType<MenuChoiceGroupProps<Value>>;
  return <Group {...props} />;
}

export function Menu({ trigger, anchor, isOpen, onOpenChange, ...placement }: MenuProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpenHere, setIsOpenHere] = useState(false);
  const [isMounted, setIsMounted] = useState(false);
  const isShown = isOpen ?? isOpenHere;
  if (isShown && !isMounted) setIsMounted(true); // stays mounted after the first opening, to animate the closing
  const setOpen = (next: boolean) => {
    setIsOpenHere(next);
    onOpenChange?.(next);
  };
  return (
    <>
      {trigger
        ? cloneElement(trigger, {
            ref: setButton,
            "aria-haspopup": "menu",
            "aria-expanded": isShown,
            onPointerEnter: parts.load,
            onFocus: parts.load,
            onClick: () => setOpen(!isShown),
            onKeyDown: (press: KeyboardEvent) => {
              if (press.key !== "ArrowDown") return;
              press.preventDefault();
              setOpen(true);
            },
          })
        : null}
      {isMounted ? (
        <MenuPopup
          {...placement}
          anchor={trigger ? button : (anchor ?? null)}
          isOpen={isShown}
          onOpenChange={setOpen}
          isToggledByAnchor={trigger !== undefined}
        />
      ) : null}
    </>
  );
}
