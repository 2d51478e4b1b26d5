/**
 * A list as a real `<table>` in a bordered box that scrolls by itself, with a head that stays visible.
 *
 * Row height and cell padding follow the density variables. The scroll box is focusable and has a name, so that a
 * person can scroll it with the keyboard. Rows have no popups: tooltips are `data-tooltip`, and a table has one menu.
 */
import { cx } from "class-variance-authority";
import type { ComponentProps } from "react";

export interface TableProps extends ComponentProps<"table"> {
  /** The name of the list for assistive technology: "Events". */
  label: string;
  /** The table still shows old rows while new ones load. */
  isStale?: boolean;
  /** A page has up to a hundred rows. The widths of the columns stand in the class: `[--columns:36px_minmax(0,1fr)]`. */
  isLong?: boolean;
  /** Class of the scroll box, not of the table. */
  boxClassName?: string;
  boxRef?: ComponentProps<"section">["ref"];
}

export function Table({
  label,
  isStale = false,
  isLong = false,
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
      <table
        {...rest}
        className={cx("w-full border-separate border-spacing-0 text-sm", isLong && "long-table", className)}
      >
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
        "sticky top-0 z-10 h-[var(--cell-h,var(--row-h))] border-b border-line bg-surface px-(--cell-x) text-left text-xs font-medium whitespace-nowrap text-ink-2",
        className,
      )}
    />
  );
}

export interface TrProps extends ComponentProps<"tr"> {
  isSelected?: boolean;
  isTicked?: boolean;
}

/**
 * `isolate` makes the browser paint a row that changes, and not the whole list with it.
 *
 * `isSelected`: the details of this row are open. Its background and `aria-current` show it. `isTicked`: its checkbox,
 * which also says so to assistive technology, is on.
 */
export function Tr({ isSelected = false, isTicked = false, className, ...rest }: TrProps) {
  return (
    <tr
      {...rest}
      aria-current={isSelected || undefined}
      data-ticked={isTicked || undefined}
      className={cx(
        "isolate hover:bg-hover aria-[current=true]:bg-sel data-ticked:bg-sel focus-visible:outline-offset-[-2px] last:[&>td]:border-b-0",
        className,
      )}
    />
  );
}

export function Td({ className, ...rest }: ComponentProps<"td">) {
  return (
    <td
      {...rest}
      className={cx(
        "h-[var(--cell-h,var(--row-h))] border-b border-line px-(--cell-x) py-0 whitespace-nowrap",
        className,
      )}
    />
  );
}
