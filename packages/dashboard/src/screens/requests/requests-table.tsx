/**
 * The table of requests. Its columns have fixed widths, so that a change in one row cannot move the others.
 *
 * `onOpen` also gets whether the keyboard opened the row, because only then the panel takes the focus.
 */
import { stringifySearch } from "@posthorn/contract/search-codec";
import type { Request } from "@posthorn/contract/requests";
import { cx } from "class-variance-authority";
import type { RefObject } from "react";
import { ownUrl } from "../../resources/base-path.ts";
import type { SourceNames } from "../../resources/sources/use-source-names.ts";
import type { HeldList } from "../../ui/list/held-list.ts";
import { ListRows } from "../../ui/list/list-rows.tsx";
import type { RowChoice } from "../../ui/list/row-choices.ts";
import { TickAllCell } from "../../ui/list/tick-box.tsx";
import { useShownRows } from "../../ui/list/use-shown-rows.ts";
import type { RowTicks } from "../../ui/list/use-ticks.ts";
import { Table, Th } from "../../ui/table.tsx";
import { REQUEST_ROWS, RequestRow } from "./request-row.tsx";
import { withSelection, type RequestsSearch } from "./requests-url.ts";

export const REQUEST_COLUMNS = 6;

export interface RequestsTableProps {
  list: HeldList<Request>;
  isStale: boolean;
  search: RequestsSearch;
  names: SourceNames;
  /** The layout of /requests/cli. */
  isCli: boolean;
  ticks: RowTicks;
  boxRef: RefObject<HTMLElement | null>;
  onOpen: (choice: RowChoice, isByKeyboard: boolean) => void;
}

/** Stands for a request's id in the address; each row replaces it with its own id. */
const PLACEHOLDER = "req_";

export function RequestsTable(props: RequestsTableProps) {
  const { list, isStale, search, names, isCli, ticks, boxRef, onOpen } = props;
  // Leave out the tab: the panel remembers it, and switching it must not render a hundred rows.
  const others = { ...search, tab: undefined, selected_request_id: undefined };
  const address =
    ownUrl(isCli ? "/requests/cli" : "/requests") + stringifySearch(withSelection(others, PLACEHOLDER));
  const [before = "", after = ""] = address.split(`=${PLACEHOLDER}`);
  const rows = useShownRows(list.key, list.rows);
  return (
    <Table
      label="Requests"
      isStale={isStale}
      boxRef={boxRef}
      isLong
      className={cx(
        "[--columns:36px_138px_248px_minmax(0,1fr)_var(--count-w)_70px] max-sm:[--columns:32px_minmax(0,1fr)_164px] sm:min-w-175",
        isCli ? "[--count-w:96px]" : "[--count-w:64px]",
      )}
    >
      <thead>
        <tr>
          <TickAllCell many="requests" count={list.rows.length} ticks={ticks} />
          <Th>Request Date</Th>
          <Th>Status</Th>
          <Th className="max-sm:hidden">Source</Th>
          <Th className="text-right! max-sm:hidden">{isCli ? "CLI Events" : "Events"}</Th>
          <Th className="text-right! max-sm:hidden">Ignored</Th>
        </tr>
      </thead>
      <ListRows
        onOpen={(row, isByKeyboard) => {
          const choice = REQUEST_ROWS.choiceOf(row);
          if (choice !== undefined) onOpen(choice, isByKeyboard);
        }}
      >
        {rows.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            href={`${before}=${request.id}${after}`}
            source={names.nameOf.get(request.source_id) ?? (names.isKnown ? null : undefined)}
            isCli={isCli}
            isSelected={request.id === search.selected_request_id}
            isTicked={ticks.ids.has(request.id)}
            isFresh={list.fresh.has(request.id)}
            onTick={ticks.tick}
          />
        ))}
      </ListRows>
    </Table>
  );
}
