/**
 * The page of a list of events or requests. Beside the list stands the panel of bulk operations, or the selected row.
 *
 * A value in the panel's payload can become a filter of the list, and the word that the list was searched for is marked
 * in it.
 */
import type { ReactNode } from "react";
import type { LiveRow } from "../../ui/list/held-list.ts";
import { useSame } from "../../ui/use-same.ts";
import { QueriesAfterPaint } from "../api/queries-after-paint.tsx";
import { BulkPanelButton } from "../bulk/bulk-panel-button.tsx";
import { BulkPanel } from "../bulk/bulk-panel.tsx";
import type { RequestValueFilters } from "../list-filters/active-filters.ts";
import { SearchTermBox } from "../list-filters/search-term-box.tsx";
import { withValueFilter } from "../list-filters/value-filters.ts";
import { FilterByValueContext, type AddFilter } from "../payloads/filter-by-value.ts";
import { SearchedWordContext } from "../payloads/searched-word.ts";
import { LiveListPage } from "./live-list-page.tsx";
import { TrafficHead } from "./traffic-head.tsx";
import type { TrafficSearch } from "./traffic-kind.ts";
import type { TrafficList } from "./use-traffic-list.ts";

export interface TrafficPageProps<
  Row extends LiveRow,
  Search extends TrafficSearch,
  Filters extends RequestValueFilters,
> {
  list: TrafficList<Row, Search, Filters>;
  /** The panel of a row, for the id of the row. */
  renderPanel: (id: string) => ReactNode;
  /** The rows: `LiveListRows`. */
  children: ReactNode;
}

export function TrafficPage<
  Row extends LiveRow,
  Search extends TrafficSearch,
  Filters extends RequestValueFilters,
>({ list, renderPanel, children }: TrafficPageProps<Row, Search, Filters>) {
  const { kind, search, searchRef, panelId, showBulk } = list;
  const addFilter = useSame<Parameters<AddFilter>>((part, added) =>
    list.filter(withValueFilter(search, part, added)),
  );
  return (
    <LiveListPage
      list={list}
      searchBox={
        <SearchTermBox
          ref={searchRef}
          label={`Search ${kind.many}`}
          value={search.search_term}
          onChange={(search_term) => list.filter({ search_term })}
        />
      }
      actions={
        list.isNothingThere && search.bulk === undefined ? null : (
          <BulkPanelButton
            isOpen={search.bulk !== undefined}
            onToggle={() => showBulk(search.bulk ? undefined : "ongoing")}
          />
        )
      }
      panel={
        search.bulk !== undefined ? (
          <BulkPanel tab={search.bulk} onTab={showBulk} onClose={() => showBulk(undefined)} />
        ) : panelId === undefined ? null : (
          <FilterByValueContext value={addFilter}>
            <SearchedWordContext value={search.search_term}>
              <QueriesAfterPaint>{renderPanel(panelId)}</QueriesAfterPaint>
            </SearchedWordContext>
          </FilterByValueContext>
        )
      }
      head={<TrafficHead list={list} />}
    >
      {children}
    </LiveListPage>
  );
}
