/** The attempts of an event as a table, with the columns of the expanded row of the events list. */
import type { Attempt } from "@posthorn/contract/attempts";
import { ATTEMPT_TRIGGER_LABELS } from "@posthorn/contract/texts";
import type { RefObject } from "react";
import { ownUrl } from "../../resources/base-path.ts";
import { AttemptStatusBadge } from "../../resources/events/attempt-status-badge.tsx";
import { durationText } from "../../resources/events/panel/latency.ts";
import { ListRows } from "../../ui/list/list-rows.tsx";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import type { OpenAttempt } from "./beside-attempt.tsx";

export const ATTEMPT_COLUMNS = 5;

export interface AttemptsTableProps {
  attempts: readonly Attempt[];
  selectedId: string | undefined;
  boxRef: RefObject<HTMLElement | null>;
  onOpen: OpenAttempt;
}

export function attemptIdOf(row: HTMLElement | null): string | undefined {
  return row?.dataset["attemptId"];
}

export function AttemptsTable({ attempts, selectedId, boxRef, onOpen }: AttemptsTableProps) {
  const open = (row: HTMLElement, isByKeyboard: boolean) => {
    const id = attemptIdOf(row);
    if (id !== undefined) onOpen(id, isByKeyboard);
  };
  return (
    <Table label="Delivery attempts" boxRef={boxRef} boxClassName="shrink-0">
      <thead>
        <tr>
          <Th>Attempt Date</Th>
          <Th>Status</Th>
          <Th>Attempt Trigger</Th>
          <Th className="text-right">Delivery Latency</Th>
          <Th className="text-right">Response Latency</Th>
        </tr>
      </thead>
      <ListRows onOpen={open}>
        {attempts.map((attempt) => (
          <Tr
            key={attempt.id}
            data-attempt-id={attempt.id}
            isSelected={attempt.id === selectedId}
            className="cursor-pointer"
          >
            <Td>
              <a
                {...{ [ROW_LINK]: "" }}
                href={ownUrl(`/events/${attempt.event_id}/attempts?selected_attempt_id=${attempt.id}`)}
              >
                <Timestamp value={attempt.created_at} />
              </a>
            </Td>
            <Td>
              <AttemptStatusBadge attempt={attempt} />
            </Td>
            <Td>{ATTEMPT_TRIGGER_LABELS[attempt.trigger]}</Td>
            <Td className="text-right tabular-nums">{latency(attempt.delivery_latency)}</Td>
            <Td className="text-right tabular-nums">{latency(attempt.response_latency)}</Td>
          </Tr>
        ))}
      </ListRows>
    </Table>
  );
}

function latency(ms: number | null): string {
  return ms === null ? "–" : durationText(ms);
}
