/**
 * A tab of an event's page, with the attempt that the address names beside it.
 *
 * The panel takes the focus if the keyboard opened it, and gives it back to what opened it.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import { useState, type ReactNode } from "react";
import { AttemptPanel } from "../../resources/events/panel/attempt-panel.tsx";
import { attemptTab } from "../../resources/events/panel/panel-tabs.ts";
import { usePanelFocus } from "../../ui/use-panel-focus.ts";
import { WithPanel } from "../../ui/with-panel.tsx";
import type { EventTabProps } from "./event-url.ts";

export type OpenAttempt = (attemptId: string, isByKeyboard: boolean) => void;

export interface BesideAttemptProps extends Pick<EventTabProps, "search" | "onSearch"> {
  event: Event;
  connection: Connection | undefined;
  children: (open: OpenAttempt) => ReactNode;
}

export function BesideAttempt({ event, connection, search, onSearch, children }: BesideAttemptProps) {
  const [panelRef, focusPanel] = usePanelFocus();
  const [opener, setOpener] = useState<Element | null>(null);
  const selected = search.selected_attempt_id;
  const open: OpenAttempt = (attemptId, isByKeyboard) => {
    setOpener(document.activeElement);
    onSearch({ ...search, selected_attempt_id: attemptId });
    if (isByKeyboard) focusPanel();
  };
  const close = () => {
    onSearch({});
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };
  return (
    <WithPanel
      panel={
        selected === undefined ? null : (
          <AttemptPanel
            ref={panelRef}
            attemptId={selected}
            event={event}
            connection={connection}
            tab={attemptTab(search.tab)}
            onTab={(tab) => onSearch({ ...search, tab })}
            onClose={close}
          />
        )
      }
    >
      <div className="flex min-w-0 flex-1 flex-col">{children(open)}</div>
    </WithPanel>
  );
}
