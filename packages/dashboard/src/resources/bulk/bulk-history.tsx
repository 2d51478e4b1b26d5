/** The operations that have ended: what each did, and with which result. A row unfolds its filters and its end. */
import type { BulkOperation } from "@posthorn/contract/bulk";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, useState } from "react";
import { countText } from "../../ui/count.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { StatusBadge, type Tone } from "../../ui/status-badge.tsx";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { OwnLink } from "../own-link.tsx";
import { countedItems } from "./bulk-words.ts";
import { rowsAddress } from "./operation-rows.ts";
import { endText, lengthOf, operationName, outcomeOf, percentOf, rowsLabel } from "./operation-words.ts";
import { QueryChips } from "./query-chips.tsx";
import { StartedBy } from "./started-by.tsx";

export function BulkHistory({ operations }: { operations: readonly BulkOperation[] }) {
  const [unfolded, setUnfolded] = useState<string | null>(null);
  return (
    <Table label="Bulk operations that have ended">
      <thead>
        <tr>
          <Th className="w-8">
            <span className="sr-only">Details</span>
          </Th>
          <Th>Operation</Th>
          <Th className="max-sm:hidden">Started</Th>
          <Th className="text-right max-sm:hidden">Done</Th>
          <Th>Result</Th>
        </tr>
      </thead>
      <tbody>
        {operations.map((operation) => {
          const isUnfolded = unfolded === operation.id;
          return (
            <Fragment key={operation.id}>
              <Tr className={isUnfolded ? "bg-hover [&>td]:border-b-0" : ""}>
                <Td className="pr-0">
                  <IconButton
                    size="sm"
                    data-tooltip={undefined}
                    label={`Details of ${operationName(operation).toLowerCase()}`}
                    icon={isUnfolded ? <ChevronDown /> : <ChevronRight />}
                    aria-expanded={isUnfolded}
                    onClick={() => setUnfolded(isUnfolded ? null : operation.id)}
                  />
                </Td>
                <Td>
                  {operationName(operation)} <StartedBy operation={operation} />
                </Td>
                <Td className="max-sm:hidden">
                  <Timestamp value={operation.created_at} />
                </Td>
                <Td className="text-right tabular-nums max-sm:hidden">{doneText(operation)}</Td>
                <Td>
                  <Result operation={operation} />
                </Td>
              </Tr>
              {isUnfolded ? (
                <tr>
                  <td colSpan={5} className="border-b border-line bg-hover px-(--cell-x) pb-3 pl-12">
                    <p className="mb-2 text-xs tabular-nums sm:hidden">
                      {doneText(operation)}, started <Timestamp value={operation.created_at} />
                    </p>
                    <QueryChips query={operation.query} />
                    <p className="mt-2 flex flex-wrap justify-between gap-x-4 gap-y-1 text-xs text-ink-2">
                      {endText(operation)}
                      <OwnLink address={rowsAddress(operation)} className={linkClass}>
                        {rowsLabel(operation.type)}
                      </OwnLink>
                    </p>
                  </td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </Table>
  );
}

/** `136 events`; `1,204 of 3,900 events` if not all were done. */
function doneText({ type, completed_count, estimated_count, completed_at }: BulkOperation): string {
  if (completed_at !== null || completed_count >= estimated_count) return countedItems(type, completed_count);
  return `${countText(completed_count)} of ${countedItems(type, estimated_count)}`;
}

interface Shown {
  tone: Tone;
  word: string;
  beside: string | null;
}

/**
 * Hue means status: a retry is green only if every event was delivered. Until its outcome is counted, nobody knows. The
 * outcome of other operations is not counted.
 */
function shownResult(operation: BulkOperation): Shown {
  const { type, outcome, completed_count, failed_count } = operation;
  switch (outcomeOf(operation)) {
    case "ongoing":
      return { tone: "wait", word: "In progress", beside: null };
    case "failed":
      return { tone: "bad", word: "Failed", beside: null };
    case "aborted":
      return { tone: "off", word: "Aborted", beside: `at ${percentOf(operation)} %` };
    case "completed": {
      if (outcome !== null && outcome.failed_again > 0)
        return {
          tone: "bad",
          word: `${countText(outcome.failed_again)} failed again`,
          beside: outcome.delivered > 0 ? `${countText(outcome.delivered)} delivered` : null,
        };
      const isDelivered = type !== "events.retry" || outcome?.delivered === completed_count;
      const tone = isDelivered && failed_count === 0 ? "ok" : "off";
      return { tone, word: "Completed", beside: `in ${lengthOf(operation)}` };
    }
  }
}

function Result({ operation }: { operation: BulkOperation }) {
  const { tone, word, beside } = shownResult(operation);
  return (
    <span className="flex items-center gap-2 text-xs text-ink-2 tabular-nums">
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {beside}
    </span>
  );
}
