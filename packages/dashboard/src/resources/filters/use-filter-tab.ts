/**
 * Which part of the filter is open? The address says so (`filter_tab`), on every page that opens the filter editor.
 * Anything else there counts as the first tab. The editor takes it out of the address when it closes.
 */
import type { FilterPart } from "@posthorn/contract/rules";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { FILTER_TABS } from "./filter-texts.ts";

export interface OpenFilterTab {
  tab: FilterPart;
  open: (tab: FilterPart) => void;
  forget: () => void;
}

export function useFilterTab(): OpenFilterTab {
  const { search } = useLocation();
  const asked: unknown = "filter_tab" in search ? search.filter_tab : undefined;
  const navigate = useNavigate();
  const write = (filter_tab: FilterPart | undefined) =>
    void navigate({
      to: ".",
      // Safe: every page keeps what it does not know in its address; the types list only what pages read themselves.
      search: ((kept: object) => ({ ...kept, filter_tab })) as never,
      replace: true,
      resetScroll: false,
    });
  return {
    tab: FILTER_TABS.find((tab) => tab === asked) ?? "body",
    open: write,
    forget: () => (asked === undefined ? undefined : write(undefined)),
  };
}
