/**
 * Which keys work on the list? Moving starts at the focused row, or else at the selected one. While the panel is
 * open, the selection moves too.
 *
 * `r` acts on the request in the panel; without a panel it acts on the ticked requests, and without ticks on the focused
 * row.
 */
import type { Request } from "@posthorn/contract/requests";
import type { RefObject } from "react";
import { useRetryRequest } from "../../resources/requests/request-actions.ts";
import { whyNoRetry } from "../../resources/requests/request-outcome.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { useListShortcuts } from "../../ui/list/use-list-shortcuts.ts";
import type { Pages } from "../../ui/list/use-pages.ts";
import type { SelectedRow } from "../../ui/list/use-selected-row.ts";
import type { RowTicks } from "../../ui/list/use-ticks.ts";
import { REQUEST_ROWS } from "./request-row.tsx";
import type { TickedRequestsDo } from "./use-ticked-requests.ts";

export interface RequestShortcuts {
  box: RefObject<HTMLElement | null>;
  searchRef: RefObject<HTMLElement | null>;
  selectedRow: SelectedRow;
  /** The selected request is on screen, beside the list. */
  isPanelOpen: boolean;
  requests: readonly Request[];
  pages: Pages;
  ticks: RowTicks;
  ticked: TickedRequestsDo;
}

export function useRequestShortcuts(shortcuts: RequestShortcuts): void {
  const { box, searchRef, selectedRow, isPanelOpen, requests, pages, ticks, ticked } = shortcuts;
  const selectedId = selectedRow.choice?.id;
  const refusal = useRefusal("member");
  const { mutate, isPending } = useRetryRequest();
  const currentId = () => selectedRow.current()?.id;
  const open = () => {
    const opened = selectedRow.current() ?? requests[0];
    if (opened !== undefined) selectedRow.open(opened, true);
  };
  const retryCurrent = () => {
    const id = isPanelOpen ? selectedId : currentId();
    const request = requests.find((one) => one.id === id);
    if (request && refusal === undefined && !isPending && whyNoRetry(request) === undefined)
      mutate({ request });
  };
  const isOnTicked = !isPanelOpen && ticked.count > 0;
  const retryTicked = () => {
    if (refusal === undefined) ticked.retry();
  };
  useListShortcuts(
    "Requests",
    {
      one: "request",
      boxRef: box,
      searchRef,
      hasFilters: true,
      onMove: selectedRow.move,
      ticking: { ticks, idOf: (row) => (row === null ? selectedId : REQUEST_ROWS.choiceOf(row)?.id) },
      ...pages,
    },
    {
      // On a row, Enter presses the link itself. Elsewhere it opens the selected (or first) request and focuses its panel.
      Enter: { label: "Open request", run: open },
      Escape: isOnTicked
        ? { label: "Clear selection", run: ticks.clear }
        : { label: "Close request", run: selectedRow.close },
      r: isOnTicked
        ? { label: "Retry selected requests", run: retryTicked }
        : { label: "Retry request", run: retryCurrent },
    },
  );
}
