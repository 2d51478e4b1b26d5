/** The table of requests. */
import type { Request } from "@posthorn/contract/requests";
import { cx } from "class-variance-authority";
import type { RequestFilters } from "../../resources/requests/request-filters.ts";
import { LiveTable } from "../../resources/live-lists/live-table.tsx";
import { OrderTh } from "../../resources/live-lists/order-th.tsx";
import type { TrafficList } from "../../resources/live-lists/use-traffic-list.ts";
import type { SourceNames } from "../../resources/sources/use-source-names.ts";
import type { HeldList } from "../../ui/list/held-list.ts";
import { TickAllCell } from "../../ui/list/tick-box.tsx";
import { Th } from "../../ui/table.tsx";
import { RequestRow } from "./request-row.tsx";
import type { RequestsSearch } from "./requests-url.ts";

export const REQUEST_COLUMNS = 6;

export interface RequestsTableProps {
  list: TrafficList<Request, RequestsSearch, RequestFilters>;
  held: HeldList<Request>;
  names: SourceNames;
}

export function RequestsTable({ list, held, names }: RequestsTableProps) {
  const { isCli } = list.kind;
  return (
    <LiveTable
      list={list}
      held={held}
      className={cx(
        "[--columns:36px_138px_248px_minmax(0,1fr)_var(--count-w)_70px] max-sm:[--columns:32px_minmax(0,1fr)_164px] sm:min-w-175",
        isCli ? "[--count-w:96px]" : "[--count-w:64px]",
      )}
      head={
        <>
          <TickAllCell many="requests" count={held.rows.length} ticks={list.ticks} />
          <OrderTh list={list} name="Request Date" />
          <Th>Status</Th>
          <Th className="max-sm:hidden">Source</Th>
          <Th className="text-right! max-sm:hidden">{isCli ? "CLI Events" : "Events"}</Th>
          <Th className="text-right! max-sm:hidden">Ignored</Th>
        </>
      }
      renderRow={(request, state) => (
        <RequestRow
          key={request.id}
          {...state}
          request={request}
          source={names.nameOf.get(request.source_id) ?? (names.isKnown ? null : undefined)}
          isCli={isCli}
        />
      )}
    />
  );
}
