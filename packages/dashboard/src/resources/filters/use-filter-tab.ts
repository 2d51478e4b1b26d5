/**
 * Which part of the filter is open? At first the one in the address, else the first that has a filter. A page that puts `filterTabSearch` into its search schema has it in its address
 * (`filter_tab`); the router drops it from all others, and there the editor alone remembers it.
 */
import type { FilterPart } from "@posthorn/contract/rules";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { oneOf } from "../../ui/read.ts";
import { FILTER_TABS } from "./filter-parts.ts";

/** `fields({ ...filterTabSearch, … })`. Anything that is no part counts as absent. */
export const filterTabSearch = { filter_tab: oneOf(FILTER_TABS) };

export interface OpenFilterTab {
  tab: FilterPart;
  open: (tab: FilterPart) => void;
  /** For when the editor closes: the address of the page behind it has no open tab. */
  forget: () => void;
}

/** `first` opens if the address names none. */
export function useFilterTab(first: FilterPart): OpenFilterTab {
  const { search } = useLocation();
  const asked: unknown = "filter_tab" in search ? search.filter_tab : undefined;
  const [tab, setTab] = useState(() => FILTER_TABS.find((part) => part === asked) ?? first);
  const navigate = useNavigate();
  const write = (filter_tab: FilterPart | undefined) =>
    void navigate({
      to: ".",
      // Safe: a page that does not know the name drops it.
      search: ((kept: object) => ({ ...kept, filter_tab })) as never,
      replace: true,
      resetScroll: false,
    });
  return {
    tab,
    open: (part) => {
      setTab(part);
      write(part);
    },
    forget: () => (asked === undefined ? undefined : write(undefined)),
  };
}
