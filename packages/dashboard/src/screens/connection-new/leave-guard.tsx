/**
 * Asks before a link, Back or a switch of the project would lose unsaved input. If the tab is closed, the browser
 * asks.
 */
import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={status === "blocked"}
      title="Discard unsaved changes?"
      description="Are you sure you want to quit without saving your work?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      isDanger
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  );
}
