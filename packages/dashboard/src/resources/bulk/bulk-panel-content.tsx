/**
 * The bulk operations of the project, beside a list: what is ongoing with the latest that have ended, and the whole
 * history. Five a page.
 *
 * The list keeps the tab in its address. Ongoing operations are read each second, so their progress moves.
 */
import type { BulkOperation } from "@posthorn/contract/bulk";
import { BULK_TYPES, type BulkType } from "@posthorn/contract/causes";
import { useQuery } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { QuietListDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { OptionalChip } from "../../ui/list/chip.tsx";
import type { PageCursor } from "../../ui/list/list-url.ts";
import { ListStates } from "../../ui/list/list-states.tsx";
import { Pagination } from "../../ui/list/pagination.tsx";
import { LiveState } from "../../ui/live-state.tsx";
import { PANEL_WIDTHS } from "../../ui/panel-edge.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { TextSkeleton } from "../../ui/skeleton.tsx";
import { TabList, TabPanel } from "../../ui/tabs.tsx";
import { BulkHistory } from "./bulk-history.tsx";
import { bulkOperationsQuery, HISTORY_EVERY_SECONDS, ONGOING_EVERY_SECONDS } from "./bulk-queries.ts";
import { focusPanelButton } from "./bulk-panel-button.tsx";
import type { BulkPanelProps } from "./bulk-panel.tsx";
import type { BulkTab } from "./bulk-tabs.ts";
import { noneText, typeName } from "./operation-words.ts";
import { LastFinished } from "./last-finished.tsx";
import { OngoingOperations } from "./ongoing-operations.tsx";

const TYPE_CHOICES = BULK_TYPES.map((value) => ({ value, label: typeName(value) }));

export function BulkPanelContent({ tab, onTab, onClose }: BulkPanelProps) {
  const id = useId();
  const [type, setType] = useState<BulkType>();
  /** Belongs to one tab and type: a change of either begins at the first page. */
  const [page, setPage] = useState<PageCursor>({});
  const isOngoing = tab === "ongoing";
  const { data, error, isError, refetch, isPlaceholderData } = useQuery(
    bulkOperationsQuery({ isOngoing, type, ...page }),
  );
  const isStale = isPlaceholderData;
  // Rows of the other tab would be shown as something that they are not.
  const operations = data?.models.filter(({ in_progress }) => !isStale || in_progress === isOngoing);
  const totals = data?.totals;
  const { next, prev } = (isStale ? undefined : data?.pagination) ?? {};
  const choose = (chosen: BulkTab) => {
    setPage({});
    onTab(chosen);
  };
  return (
    <SidePanel
      label="Bulk operations"
      width={PANEL_WIDTHS.medium}
      onClose={() => {
        onClose();
        focusPanelButton();
      }}
      header={
        <>
          <h2 className="flex-1 text-lg font-semibold">Bulk operations</h2>
          <LiveState
            state={isError ? "reconnecting" : "live"}
            everySeconds={isOngoing ? ONGOING_EVERY_SECONDS : HISTORY_EVERY_SECONDS}
          />
        </>
      }
    >
      <TabList
        id={id}
        label="Bulk operations"
        className="px-4"
        value={tab}
        onChange={choose}
        tabs={[
          { value: "ongoing", label: "Ongoing", ...(totals && { count: totals.ongoing }) },
          { value: "history", label: "History", ...(totals && { count: totals.ended }) },
        ]}
      />
      <TabPanel id={id} value={tab} className="flex flex-col gap-3 p-4">
        <div>
          <OptionalChip
            label="Type"
            text={type && typeName(type)}
            value={type}
            choices={TYPE_CHOICES}
            onChange={(chosen) => {
              setType(chosen);
              setPage({});
            }}
            onClear={type === undefined ? undefined : () => setType(undefined)}
          />
        </div>
        <ListStates
          label="bulk operations"
          columns={4}
          rows={isStale && operations?.length === 0 ? undefined : operations}
          error={isError ? error : null}
          onRetry={refetch}
          loading={<TextSkeleton label="bulk operations" lines={6} />}
          isFiltered={false}
          noneFound={null}
          empty={
            isOngoing && totals && totals.ended > 0 ? (
              <p className="text-sm text-ink-2">Nothing is ongoing.</p>
            ) : (
              <NoOperations type={type} />
            )
          }
        >
          {(rows) => (
            <>
              <Rows isOngoing={isOngoing} operations={rows} />
              {next === undefined && prev === undefined ? null : (
                <Pagination
                  onNext={next === undefined ? undefined : () => setPage({ next })}
                  onPrevious={prev === undefined ? undefined : () => setPage({ prev })}
                />
              )}
            </>
          )}
        </ListStates>
        {isOngoing && totals && totals.ended > 0 ? (
          <LastFinished type={type} endedCount={totals.ended} onAll={() => choose("history")} />
        ) : null}
      </TabPanel>
    </SidePanel>
  );
}

function Rows({
  isOngoing,
  operations,
}: {
  isOngoing: boolean;
  operations: readonly BulkOperation[];
}): ReactNode {
  return isOngoing ? <OngoingOperations operations={operations} /> : <BulkHistory operations={operations} />;
}

function NoOperations({ type }: { type: BulkType | undefined }) {
  return (
    <EmptyState drawing={<QuietListDrawing />} title={noneText(type)}>
      Filter the events or requests, then retry or cancel all of them with the buttons above the list.
    </EmptyState>
  );
}
