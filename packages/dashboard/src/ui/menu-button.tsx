/**
 * A button whose menu is loaded when it is first wanted.
 *
 * The popup machinery weighs 45 kB; a page that nobody opens a menu on should not pay for it. The button is there
 * from the start and stays the same element, so focus is never lost; hover or focus fetches the menu, a press opens
 * it. What `renderMenu` returns is a `lazy` component around `<Menu anchor={…} isOpen={…} onOpenChange={…}>`.
 */
import { Suspense, useRef, useState, type ComponentProps, type ReactNode } from "react";

export interface LazyMenuProps {
  anchor: HTMLElement | null;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export interface MenuButtonProps extends Omit<ComponentProps<"button">, "onClick" | "children"> {
  /** Fetches the code of the menu; called once somebody comes near. */
  preload: () => Promise<unknown>;
  renderMenu: (placement: LazyMenuProps) => ReactNode;
  children: ReactNode;
}

export function MenuButton({ preload, renderMenu, children, ...rest }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setIsOpen] = useState<boolean | null>(null); // null: never opened, nothing mounted
  const wasOpen = useRef(false);
  const fetchMenu = () => void preload();
  return (
    <>
      <button
        {...rest}
        ref={setAnchor}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen ?? false}
        onPointerEnter={fetchMenu}
        onFocus={fetchMenu}
        // A press on the button of an open menu closes it as a press outside; the click must not open it again.
        onPointerDown={() => {
          wasOpen.current = isOpen ?? false;
        }}
        onClick={(press) => {
          const isByPointer = press.detail > 0;
          setIsOpen(isByPointer ? !wasOpen.current : !(isOpen ?? false));
        }}
      >
        {children}
      </button>
      {isOpen === null ? null : (
        <Suspense>{renderMenu({ anchor, isOpen, onOpenChange: setIsOpen })}</Suspense>
      )}
    </>
  );
}
