/**
 * The page of a live list: its name, search box and live state on top, then what stands above the rows, the rows, and the
 * panel beside them.
 *
 * While nothing has arrived yet, there is nothing to search or filter. So only the name, the live state and the empty state
 * are shown.
 */
import type { ReactNode } from "react";
import type { LiveRow } from "../../ui/list/held-list.ts";
import { ListLive } from "../../ui/list/list-live.tsx";
import { isLivePlace } from "../../ui/list/list-url.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { WithPanel } from "../../ui/with-panel.tsx";
import type { LiveListSearch } from "./live-list-kind.ts";
import type { LiveList } from "./use-live-list.ts";

/** What a page shows of any live list. */
type ShownList = Pick<
  LiveList<LiveRow, LiveListSearch, object>,
  "search" | "live" | "isNothingThere" | "order" | "showWaiting"
> & { kind: { title: string; everySeconds: number } };

export interface LiveListPageProps {
  list: ShownList;
  searchBox?: ReactNode;
  /** Stands after the live state. */
  actions?: ReactNode;
  /** Null while it is closed. */
  panel: ReactNode;
  /** Stands above the rows, such as filters. */
  head: ReactNode;
  /** The rows: `LiveListRows`. */
  children: ReactNode;
}

export function LiveListPage(props: LiveListPageProps) {
  const { list, searchBox, actions, panel, head, children } = props;
  const { kind, live, isNothingThere } = list;
  return (
    <>
      <PageHeader title={kind.title} search={isNothingThere === true ? undefined : searchBox}>
        <ListLive
          isFirst={isLivePlace(list.search)}
          everySeconds={kind.everySeconds}
          list={live.list}
          isReconnecting={live.isReconnecting}
          answeredAt={live.answeredAt}
          onReload={() => void live.reload()}
          onShowWaiting={list.showWaiting}
          onFirst={() => list.order(undefined)}
        />
        {actions}
      </PageHeader>
      <WithPanel panel={panel}>
        {/* On a phone the page scrolls, because between head and foot there is no room for rows. */}
        <main className="flex min-w-0 flex-1 flex-col gap-3 px-5 pb-2 max-md:px-3 max-sm:overflow-y-auto">
          {isNothingThere === true ? null : head}
          {children}
        </main>
      </WithPanel>
    </>
  );
}
