/**
 * A row of a list that opens beside it, and the link that opens it.
 *
 * The link is real, so Mod+click and the middle button open the row's address in a new tab. `ListRows` handles plain
 * clicks.
 */
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { Tr, type TrProps } from "../table.tsx";
import { ROW_LINK } from "./row-focus.ts";

export interface ListRowProps extends TrProps {
  /** The row has just arrived in a live list. */
  isFresh?: boolean;
}

export function ListRow({ isFresh = false, className, ...rest }: ListRowProps) {
  return (
    <Tr
      {...rest}
      className={cx(
        "group/row cursor-pointer has-[a:focus-visible]:bg-hover",
        isFresh &&
          "animate-[rise_150ms_ease-out] transition-[background-color] duration-1000 starting:bg-sel",
        className,
      )}
    />
  );
}

export interface RowLinkProps {
  /** The address of the list with this row selected. */
  href: string;
  /** Says more than the link shows, and begins with what it shows: "Nov 14 14:32:18, Failed, stripe to ledger". */
  label?: string | undefined;
  children: ReactNode;
}

export function RowLink({ href, label, children }: RowLinkProps) {
  return (
    <a
      {...{ [ROW_LINK]: "" }}
      href={href}
      aria-label={label}
      className="rounded-sm focus-visible:outline-offset-3"
      draggable={false}
    >
      {children}
    </a>
  );
}
