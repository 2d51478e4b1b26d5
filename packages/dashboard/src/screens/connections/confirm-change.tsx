/** What will pausing, unpausing or disabling do? The dialog explains it until the person asks not to see it again. */
import { useState } from "react";
import { CONNECTION_CHANGES, type ConnectionChange } from "../../resources/connections/connection-changes.ts";
import { changePreferences } from "../../resources/preferences/preferences-store.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

const EXPLANATIONS: Partial<Record<ConnectionChange, string>> = {
  pause:
    "By pausing this connection, new events are held: requests are still accepted, but nothing is sent until you unpause it. Are you sure?",
  unpause: "By unpausing this connection, all held events are sent to the destination. Are you sure?",
  disable:
    "By disabling this connection, all existing events will stop delivery and future events won't be processed. Are you sure?",
};

/** Enabling needs no confirmation: nothing gets lost. */
export function isExplained(kind: ConnectionChange): boolean {
  return EXPLANATIONS[kind] !== undefined;
}

export function promptNameOf(kind: ConnectionChange): string {
  return `connection.${kind}`;
}

export interface ConfirmChangeProps {
  kind: ConnectionChange;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmChange({ kind, onConfirm, onClose }: ConfirmChangeProps) {
  const [isDismissed, setIsDismissed] = useState(false);
  const confirm = () => {
    if (isDismissed) {
      changePreferences((preferences) => ({
        ...preferences,
        dismissed_prompts: [...new Set([...preferences.dismissed_prompts, promptNameOf(kind)])],
      }));
    }
    onConfirm();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`${CONNECTION_CHANGES[kind].label} connection`}
      description={EXPLANATIONS[kind]}
      confirmLabel={CONNECTION_CHANGES[kind].label}
      isDanger={kind === "disable"}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Checkbox
        label="Don't ask me again"
        checked={isDismissed}
        onChange={(change) => setIsDismissed(change.target.checked)}
      />
    </ConfirmDialog>
  );
}
