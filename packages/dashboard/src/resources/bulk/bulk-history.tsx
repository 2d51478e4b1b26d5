/** The operations that have ended: what each did, and with which result. A row unfolds its filters and its end. */
import type { BatchOperation } from "@posthorn/contract/bulk";
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
import {
  endText,
  lengthOf,
  operationName,
  outcomeOf,
  percentOf,
  rowsLabel,
  type BulkOutcome,
} from "./operation-words.ts";
import { QueryChips } from "./query-chips.tsx";

const OUTCOMES: Record<BulkOutcome, { tone: Tone; word: string }> = {
  ongoing: { tone: "wait", word: "In progress" },
  completed: { tone: "ok", word: "Completed" },
  aborted: { tone: "off", word: "Aborted" },
  failed: { tone: "bad", word: "Failed" },
};

export function BulkHistory({ operations }: { operations: readonly BatchOperation[] }) {
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
                <Td>{operationName(operation)}</Td>
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
function doneText({ type, completed_count, estimated_count, completed_at }: BatchOperation): string {
  if (completed_at !== null || completed_count >= estimated_count) return countedItems(type, completed_count);
  return `${countText(completed_count)} of ${countedItems(type, estimated_count)}`;
}

function Result({ operation }: { operation: BatchOperation }) {
  const outcome = outcomeOf(operation);
  const { tone, word } = OUTCOMES[outcome];
  return (
    <span className="flex items-center gap-2 text-xs text-ink-2 tabular-nums">
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {outcome === "completed" ? `in ${lengthOf(operation)}` : null}
      {outcome === "aborted" ? `at ${percentOf(operation)} %` : null}
    </span>
  );
}
