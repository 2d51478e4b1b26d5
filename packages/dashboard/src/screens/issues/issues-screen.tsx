/** /issues: what is wrong now, what somebody looks at, and what is over. */
import { ISSUE_STATUSES, ISSUE_TYPES, type IssueStatus } from "@posthorn/contract/causes";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import { useState } from "react";
import { FirstConnectionLink } from "../../resources/connections/first-connection-link.tsx";
import { namedConnectionsQuery } from "../../resources/connections/connection-queries.ts";
import { issueCountQuery } from "../../resources/issues/issue-counts.ts";
import { ISSUE_STATUS_LABELS } from "../../resources/issues/issue-status-badge.tsx";
import { IssueTable } from "../../resources/issues/issue-table.tsx";
import { ISSUE_TYPE_WORDS } from "../../resources/issues/issue-type-words.ts";
import { useIssueList } from "../../resources/issues/use-issue-list.ts";
import { changePreferences, usePreferences } from "../../resources/preferences/preferences-store.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { countText } from "../../ui/count.ts";
import { QuietListDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { tabLink, TabLinks } from "../../ui/entity-page/tab-links.tsx";
import { ChoiceChip } from "../../ui/list/chip.tsx";
import { FiltersBar } from "../../ui/list/filters-bar.tsx";
import { ListLive } from "../../ui/list/list-live.tsx";
import { ListStates, NoneFound } from "../../ui/list/list-states.tsx";
import { scrollToFirstRow } from "../../ui/list/row-focus.ts";
import { useListShortcuts } from "../../ui/list/use-list-shortcuts.ts";
import { WaitingButton } from "../../ui/list/waiting-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { ChangeAll } from "./change-all.tsx";
import { ConcernsChip } from "./concerns-chip.tsx";
import type { IssuesSearch } from "./issues-url.ts";

const route = getRouteApi("/_app/issues/");
const EVERY_SECONDS = 5;

const TYPE_CHOICES = [
  { value: "all", label: "All" },
  ...ISSUE_TYPES.map((type) => ({ value: type, label: ISSUE_TYPE_WORDS[type].label })),
] as const;

const ORDERS = [
  { value: "first_seen_at", label: "First seen" },
  { value: "last_seen_at", label: "Last seen" },
] as const;

export function IssuesScreen() {
  const { tab = "OPENED", type, concerns } = route.useSearch();
  // Another tab or filter begins with its first page.
  return <IssuesOf key={`${tab} ${type} ${concerns}`} status={tab} type={type} concerns={concerns} />;
}

interface IssuesOfProps extends Pick<IssuesSearch, "type" | "concerns"> {
  status: IssueStatus;
}

function IssuesOf({ status, type, concerns }: IssuesOfProps) {
  const navigate = route.useNavigate();
  const order = usePreferences((preferences) => preferences.issues_order);
  const [pages, setPages] = useState(1);
  const { live, boxRef } = useIssueList({ status, type, concerns, order, pages });
  const connections = useQuery(namedConnectionsQuery).data?.models.length;
  const count = useQuery(issueCountQuery({ status, type, concerns })).data?.count;
  useListShortcuts("Issues", {
    one: "issue",
    boxRef,
    hasFilters: true,
    onPrevious: undefined,
    onNext: undefined,
  });
  const held = live.list;
  // A row that was changed a moment ago stays while a person reads, and is done.
  const unchanged = held?.rows.filter((row) => row.status === status).map(({ id }) => id) ?? [];
  const hasMore = held?.pagination.next !== undefined;
  const showWaiting = () => {
    live.showWaiting();
    scrollToFirstRow(boxRef.current);
  };
  const isFiltered = type !== undefined || concerns !== undefined;
  const isUnused = connections === 0 && held?.rows.length === 0 && !isFiltered;
  return (
    <>
      <PageHeader title="Issues">
        <ListLive
          isFirst
          everySeconds={EVERY_SECONDS}
          list={held}
          isReconnecting={live.isReconnecting}
          answeredAt={live.answeredAt}
          onReload={() => void live.reload()}
          onShowWaiting={showWaiting}
          onFirst={showWaiting}
        />
        <Link to="/issue-triggers" className={buttonClass()}>
          <Bell aria-hidden />
          Issue triggers
        </Link>
      </PageHeader>
      <TabLinks label="Status">
        {ISSUE_STATUSES.map((one) => (
          <StatusTab key={one} status={one} isShown={one === status} type={type} concerns={concerns} />
        ))}
      </TabLinks>
      <main className="flex min-h-0 flex-1 flex-col gap-3 px-5 py-3.5 max-md:px-3 max-sm:overflow-y-auto">
        {isUnused ? null : (
          <FiltersBar aside={<ChangeAll status={status} ids={unchanged} />}>
            <ChoiceChip
              label="Type"
              value={type ?? "all"}
              choices={TYPE_CHOICES}
              onChange={(next) =>
                void navigate({
                  search: (search) => ({ ...search, type: next === "all" ? undefined : next }),
                })
              }
            />
            {concerns === undefined ? null : (
              <ConcernsChip
                id={concerns}
                onClear={() => void navigate({ search: (search) => ({ ...search, concerns: undefined }) })}
              />
            )}
            <SegmentedControl
              label="Sort"
              value={order}
              choices={ORDERS}
              onChange={(issues_order) =>
                changePreferences((preferences) => ({ ...preferences, issues_order }))
              }
            />
          </FiltersBar>
        )}
        <ListStates
          label="issues"
          columns={4}
          rows={connections === undefined && held?.rows.length === 0 ? undefined : held?.rows}
          error={live.error}
          onRetry={live.reload}
          isFiltered={!isUnused}
          empty={
            <EmptyState
              drawing={<QuietListDrawing />}
              title="Track and resolve connection problems"
              action={<FirstConnectionLink />}
            >
              What goes wrong with your connections is grouped into issues, so that you can follow each until
              it is fixed.
            </EmptyState>
          }
          noneFound={
            <NoneFound
              title="No issues found"
              onClear={isFiltered ? () => void navigate({ search: { tab: status } }) : undefined}
            >
              {status === "OPENED" && !isFiltered
                ? "Nothing is wrong that a trigger watches."
                : `No issue ${type === undefined ? "" : "of this type "}is ${ISSUE_STATUS_LABELS[status].toLowerCase()}.`}
            </NoneFound>
          }
        >
          {(rows) => (
            <>
              <div className="relative flex min-h-0 flex-col max-sm:shrink-0">
                {held ? <WaitingButton list={held} place="edge" onShow={showWaiting} /> : null}
                <IssueTable
                  issues={rows}
                  status={status}
                  boxRef={boxRef}
                  isStale={live.isStale}
                  fresh={held?.fresh ?? NONE}
                />
              </div>
              <div className="flex min-h-9 shrink-0 items-center justify-between gap-3 text-xs text-ink-3 tabular-nums">
                <span>
                  {countText(rows.length)} of {countText(count)} {ISSUE_STATUS_LABELS[status].toLowerCase()}{" "}
                  issues
                </span>
                {hasMore ? (
                  <Button size="sm" isPending={live.isStale} onClick={() => setPages(pages + 1)}>
                    View more issues
                  </Button>
                ) : null}
              </div>
            </>
          )}
        </ListStates>
      </main>
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();

interface StatusTabProps extends IssuesOfProps {
  isShown: boolean;
}

function StatusTab({ status, isShown, type, concerns }: StatusTabProps) {
  const count = useQuery(issueCountQuery({ status, type, concerns })).data?.count;
  const isAlarm = status === "OPENED" && count !== undefined && count > 0;
  return (
    <Link
      to="/issues"
      search={{ tab: status === "OPENED" ? undefined : status, type, concerns }}
      className={tabLink.className}
      activeOptions={{ exact: true, includeSearch: true }}
      // The first tab is also shown without a word in the address.
      aria-current={isShown ? "page" : undefined}
    >
      {status === "OPENED" ? "Opened" : ISSUE_STATUS_LABELS[status]}
      {count === undefined ? null : (
        <span
          className={`rounded-full px-1.5 text-xs tabular-nums ${isAlarm ? "bg-bad-bg text-bad" : "bg-sel text-ink-2"}`}
        >
          {countText(count)}
        </span>
      )}
    </Link>
  );
}
