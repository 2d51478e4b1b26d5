/**
 * The thin bar on top of a page: its name or breadcrumbs, search, live state, and the one primary action.
 *
 * It is as tall without a button as with one, so that nothing below it moves from page to page.
 * Below 768 px it keeps the left 52 px free for the shell's drawer button; below 640 px it has only the last breadcrumb.
 */
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { usePageTitle } from "./use-page-title.ts";

export interface PageHeaderProps {
  /** The page's only h1. If it is plain text, it is also the title of the browser's tab. */
  title: ReactNode;
  /** The title of the browser's tab, if `title` is not plain text. */
  tabTitle?: string;
  /** Links to the pages above this one, before the title. */
  crumbs?: ReactNode;
  /** A few words beside the title. */
  note?: ReactNode;
  search?: ReactNode;
  /** Live state, and the primary action last. */
  children?: ReactNode;
}

export function PageHeader({ title, tabTitle, crumbs, note, search, children }: PageHeaderProps) {
  usePageTitle(tabTitle ?? (typeof title === "string" ? title : undefined));
  return (
    <header className="flex min-h-12.25 shrink-0 flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-5 py-2 max-md:px-3 max-md:pl-13 max-sm:gap-x-2">
      {/* Without a search box it takes the room that is left: a long title is cut before the actions wrap. */}
      <div
        className={cx("flex min-w-0 items-center gap-2 text-lg", search === undefined && "flex-[1_1_12rem]")}
      >
        {crumbs === undefined ? null : (
          <div className="flex items-center gap-2 whitespace-nowrap text-ink-3 [&_a:hover]:text-ink max-sm:[&>a:not(:last-of-type)]:hidden max-sm:[&>a:not(:last-of-type)+span]:hidden">
            {crumbs}
          </div>
        )}
        <h1 className="truncate font-semibold">{title}</h1>
        {note === undefined ? null : (
          <span className="flex-[1_1_0] truncate text-sm text-ink-2 max-md:hidden">{note}</span>
        )}
      </div>
      {search === undefined ? null : (
        <div className="w-80 max-md:order-last max-md:-ml-10 max-md:w-[calc(100%+40px)]">{search}</div>
      )}
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2 sm:gap-3">{children}</div>
    </header>
  );
}
