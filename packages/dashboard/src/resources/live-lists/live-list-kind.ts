/**
 * What does the kit have to know about a live list? Everything that differs from one list to the next, as plain data.
 *
 * A screen writes it down once, outside of its components, and `useLiveList` does the rest. What only lists of events and
 * requests have is in traffic-kind.ts.
 */
import type { LiveRow } from "../../ui/list/held-list.ts";
import type { ListPlace } from "../../ui/list/list-url.ts";
import type { RowChoice, RowChoices } from "../../ui/list/row-choices.ts";
import type { BulkTab } from "../bulk/bulk-tabs.ts";
import type { LiveRowQueries } from "./use-live-rows.ts";

/** What the address of every live list can carry, beside its filters and its selection. */
export interface LiveListSearch extends ListPlace {
  /** The panel of bulk operations is open, in place of the selected row. */
  bulk?: BulkTab | undefined;
}

export interface LiveListKind<Row extends LiveRow, Search extends LiveListSearch, Filters extends object> {
  /** The name of the page: "CLI events". */
  title: string;
  /** The name of its table and of its keys: "Events". */
  label: string;
  /** The address of the list without its search: "/events". */
  path: `/${string}`;
  /** One row and several, as sentences name them: "event", "events". */
  one: string;
  many: string;
  /** How often the list is refreshed. */
  everySeconds: number;
  rows: RowChoices;
  queries: LiveRowQueries<Row, Filters>;
  /** The filters that the person chose. */
  filtersOf: (search: Search) => Filters;
  /** What the list asks the server for. A list can be narrower than its filters say. */
  askedBy: (search: Search) => Filters;
  withFilters: (search: Search, change: Partial<Filters>) => Search;
  withoutFilters: (search: Search) => Search;
  selectionIn: (search: Search) => RowChoice | undefined;
  withSelection: (search: Search, choice: RowChoice | undefined) => Search;
}
