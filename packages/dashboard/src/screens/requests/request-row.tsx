/**
 * One request of the list. Memoised on plain values: moving the selection renders two rows, not a hundred. A row has no
 * popup of its own.
 */
import type { Request } from "@posthorn/contract/requests";
import { cx } from "class-variance-authority";
import { ArrowRightFromLine } from "lucide-react";
import { memo } from "react";
import type { LiveRowState } from "../../resources/live-lists/live-table.tsx";
import { RequestStatusBadge } from "../../resources/requests/request-status-badge.tsx";
import { RowJump, RowJumps, useVisits } from "../../resources/live-lists/row-jumps.tsx";
import { countText } from "../../ui/count.ts";
import { ListRow, RowLink } from "../../ui/list/list-row.tsx";
import { rowChoices } from "../../ui/list/row-choices.ts";
import { TickCell } from "../../ui/list/tick-box.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Td } from "../../ui/table.tsx";
import { shortTime } from "../../ui/time.ts";
import { Timestamp } from "../../ui/timestamp.tsx";

export interface RequestRowProps extends LiveRowState {
  request: Request;
  /** Undefined while the name loads; null if the source is deleted. */
  source: string | null | undefined;
  isCli: boolean;
}

export const REQUEST_ROWS = rowChoices("request");

export const RequestRow = memo(function RequestRow(props: RequestRowProps) {
  const { request, href, source, isCli, isSelected, isTicked, isFresh, onTick } = props;
  const receivedAt = request.ingested_at ?? request.created_at;
  const visits = useVisits();
  return (
    <ListRow
      {...visits.handlers}
      {...REQUEST_ROWS.attributesOf(request)}
      isSelected={isSelected}
      isTicked={isTicked}
      isFresh={isFresh}
    >
      <TickCell
        id={request.id}
        label={`request of ${shortTime(new Date(receivedAt))}`}
        isTicked={isTicked}
        onTick={onTick}
      />
      <Td className="max-sm:py-1.5">
        <RowLink href={href} label={rowLabel(request, source)}>
          <Timestamp value={receivedAt} />
        </RowLink>
        <div className="text-xs text-ink-2 sm:hidden">
          <SourceName name={source} />
        </div>
      </Td>
      <Td className="overflow-hidden">
        <RequestStatusBadge request={request} />
      </Td>
      <Td className="max-sm:hidden">
        <span className="flex items-center gap-2">
          <SourceName name={source} />
          {source && visits.isVisited ? (
            <RowJumps>
              <RowJump
                address={`/sources/${request.source_id}`}
                label="Open source"
                icon={<ArrowRightFromLine />}
              />
            </RowJumps>
          ) : null}
        </span>
      </Td>
      <CountCell count={isCli ? request.cli_events_count : request.events_count} />
      <CountCell count={request.ignored_count} />
    </ListRow>
  );
});

function rowLabel({ ingested_at, created_at, status }: Request, source: string | null | undefined): string {
  const words = [
    shortTime(new Date(ingested_at ?? created_at)),
    status === "accepted" ? "Accepted" : "Rejected",
  ];
  return [...words, ...(source ? [source] : [])].join(", ");
}

function SourceName({ name }: { name: string | null | undefined }) {
  if (name === undefined) return <Skeleton className="w-3/5" />;
  if (name === null) return <span className="text-ink-3">Source deleted</span>;
  return <span className="block min-w-0 truncate">{name}</span>;
}

function CountCell({ count }: { count: number }) {
  return (
    <Td className={cx("text-right tabular-nums max-sm:hidden", count === 0 && "text-ink-3")}>
      {count === 0 ? "–" : countText(count)}
    </Td>
  );
}
