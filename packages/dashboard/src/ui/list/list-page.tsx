/**
 * The page of a list: name, search box and primary action on top, then chips, rows and pages.
 *
 * While nothing has been made yet (`isUnused`), there is nothing to search or filter, and the empty state has the
 * button. So only the name and that state are shown.
 */
import type { ReactNode, Ref } from "react";
import { PageHeader } from "../page-header.tsx";
import { FiltersBar } from "./filters-bar.tsx";
import { SearchBox, type SearchBoxProps } from "./search-box.tsx";

export interface ListPageProps {
  title: string;
  isUnused: boolean;
  searchBox: Omit<SearchBoxProps, "ref">;
  searchRef: Ref<HTMLInputElement>;
  /** The one primary button or link. */
  action: ReactNode;
  /** The chips. */
  filters: ReactNode;
  /** Stands at the end of the chips, such as a view toggle. */
  aside?: ReactNode;
  children: ReactNode;
}

export function ListPage(props: ListPageProps) {
  const { title, isUnused, searchBox, searchRef, action, filters, aside, children } = props;
  return (
    <>
      <PageHeader title={title} {...(!isUnused && { search: <SearchBox {...searchBox} ref={searchRef} /> })}>
        {isUnused ? null : action}
      </PageHeader>
      <main className="flex min-h-0 flex-1 flex-col gap-3 px-5 py-3.5 max-md:px-3">
        {isUnused ? null : <FiltersBar aside={aside}>{filters}</FiltersBar>}
        {children}
      </main>
    </>
  );
}
