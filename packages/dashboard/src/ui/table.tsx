/**
 * How is a list drawn? A real `<table>` in a bordered box that scrolls by itself, with a head that stays.
 *
 * Row height and cell padding follow the density variables. The scroll box is focusable and named, so that a
 * keyboard can scroll it. Rows carry no popup roots: tooltips are `data-tooltip`, menus are one per table.
 */
import { cx } from "class-variance-authority";
import type { ComponentProps } from "react";

export interface TableProps extends ComponentProps<"table"> {
  /** What the list is, for assistive technology: "Events". */
  label: string;
  /** Old rows are still shown while new ones are on their way. */
  isStale?: boolean;
  /** Class of the scroll box, not of the table. */
  boxClassName?: string;
  boxRef?: ComponentProps<"section">["ref"];
}

export function Table({
  label,
  isStale = false,
  boxClassName,
  boxRef,
  className,
  children,
  ...rest
}: TableProps) {
  return (
    <section
      ref={boxRef}
      aria-label={label}
      aria-busy={isStale || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
      tabIndex={0}
      className={cx(
        "min-h-0 overflow-auto rounded-lg border border-line bg-surface transition-opacity focus-visible:outline-offset-[-2px]",
        isStale && "opacity-60",
        boxClassName,
      )}
    >
      <table {...rest} className={cx("w-full border-separate border-spacing-0 text-sm", className)}>
        {children}
      </table>
    </section>
  );
}

export function Th({ className, scope = "col", ...rest }: ComponentProps<"th">) {
  return (
    <th
      {...rest}
      scope={scope}
      className={cx(
        "sticky top-0 z-10 h-(--row-h) border-b border-line bg-surface px-(--cell-x) text-left text-xs font-medium whitespace-nowrap text-ink-2",
        className,
      )}
    />
  );
}

export interface TrProps extends ComponentProps<"tr"> {
  isSelected?: boolean;
}

/** `isSelected` is the row whose details are open; it is told by `aria-current` as well as by its ground. */
export function Tr({ isSelected = false, className, ...rest }: TrProps) {
  return (
    <tr
      {...rest}
      aria-current={isSelected || undefined}
      className={cx(
        "group/row hover:bg-hover aria-[current=true]:bg-sel focus-visible:outline-offset-[-2px] last:[&>td]:border-b-0",
        className,
      )}
    />
  );
}

export function Td({ className, ...rest }: ComponentProps<"td">) {
  return (
    <td
      {...rest}
      className={cx("h-(--row-h) border-b border-line px-(--cell-x) py-0 whitespace-nowrap", className)}
    />
  );
}
