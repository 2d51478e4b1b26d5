/**
 * The popup of a menu and its items: the part of `menu.tsx` that needs the popup library, in its own chunk.
 */
import { Menu as Base } from "@base-ui/react/menu";
import { cx } from "class-variance-authority";
import { Check } from "lucide-react";
import type {
  MenuCheckItemProps,
  MenuChoiceGroupProps,
  MenuGroupProps,
  MenuItemProps,
  MenuPlacement,
} from "./menu.tsx";
import { popupClass } from "./popup-class.ts";

const itemClass =
  "flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-disabled:text-ink-3 data-highlighted:bg-sel [&_svg]:size-3.5 [&_svg]:shrink-0";

/** An item has one of the two: of two classes for the same colour, the style sheet's order decides. */
const inkClass = "text-ink [&_svg]:text-ink-3";
const dangerClass = "text-bad data-disabled:[&_svg]:text-ink-3";

export interface MenuPopupProps extends MenuPlacement {
  anchor: Element | null;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** A click on the anchor opens and closes the menu. The press before that click must not close it too. */
  isToggledByAnchor: boolean;
}

export function MenuPopup({
  anchor,
  isOpen,
  onOpenChange,
  isToggledByAnchor,
  side = "bottom",
  align = "start",
  children,
  className,
  returnsFocus,
}: MenuPopupProps) {
  const change = (open: boolean, { reason, event }: Base.Root.ChangeEventDetails) => {
    const isOnAnchor = event.target instanceof Node && (anchor?.contains(event.target) ?? false);
    if (isToggledByAnchor && reason === "outside-press" && isOnAnchor) return;
    onOpenChange(open);
  };
  return (
    <Base.Root modal={false} open={isOpen} onOpenChange={change}>
      <Base.Portal container={landmarkOf(anchor)} className="contents">
        <Base.Positioner
          className="z-50"
          side={side}
          align={align}
          sideOffset={4}
          anchor={anchor}
          positionMethod="fixed"
        >
          <Base.Popup
            className={cx(popupClass, className)}
            {...(anchor instanceof HTMLElement && {
              finalFocus: () => (returnsFocus?.() === false ? false : anchor),
            })}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** The popup is rendered in the landmark of its anchor, where assistive technology looks for it. */
function landmarkOf(anchor: Element | null): HTMLElement {
  return anchor?.closest<HTMLElement>("main,nav,header,aside") ?? document.body;
}

export function MenuItem({
  icon,
  end,
  onSelect,
  isDanger = false,
  isDisabled = false,
  children,
}: MenuItemProps) {
  return (
    <Base.Item
      className={cx(itemClass, isDanger ? dangerClass : inkClass)}
      onClick={onSelect}
      disabled={isDisabled}
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
      {end}
    </Base.Item>
  );
}

/** Chooses one of several; the chosen one has a tick. */
export function MenuChoiceGroup<Value extends string>({
  label,
  value,
  onChange,
  choices,
}: MenuChoiceGroupProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs [overflow-wrap:anywhere] text-ink-3">
        {label}
      </Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: Value) => onChange(next)}>
        {choices.map((choice) => (
          <Base.RadioItem
            key={choice.value}
            value={choice.value}
            className={cx(itemClass, inkClass)}
            closeOnClick
          >
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {choice.label}
              {choice.hint === undefined ? null : (
                <span className="block text-xs text-ink-3">{choice.hint}</span>
              )}
            </span>
            <Base.RadioItemIndicator>
              <Check aria-hidden />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

/** One of several choices that can all be on. The menu stays open, because a second choice often follows. */
export function MenuCheckItem({ isChecked, onChange, children }: MenuCheckItemProps) {
  return (
    <Base.CheckboxItem
      className={cx(itemClass, inkClass)}
      checked={isChecked}
      onCheckedChange={(next) => onChange(next)}
    >
      <span
        aria-hidden
        className="inline-flex size-4 items-center justify-center rounded-sm border border-line-strong bg-surface in-data-checked:border-btn in-data-checked:bg-btn [&_svg]:size-3 [&_svg]:text-on-btn"
      >
        <Base.CheckboxItemIndicator>
          <Check strokeWidth={3} />
        </Base.CheckboxItemIndicator>
      </span>
      <span className="min-w-0 flex-1">{children}</span>
    </Base.CheckboxItem>
  );
}

/** Items under a name of their own. */
export function MenuGroup({ label, hasLine = false, children }: MenuGroupProps) {
  return (
    <Base.Group className={cx(hasLine && "-mx-1 mt-1 border-t border-line px-1")}>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs text-ink-3">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}
