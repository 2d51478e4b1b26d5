/** Asks before unsaved input is lost. */
import { ConfirmDialog } from "./confirm-dialog.tsx";

export interface DiscardDialogProps {
  isOpen: boolean;
  onStay: () => void;
  onDiscard: () => void;
}

export function DiscardDialog({ isOpen, onStay, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Discard unsaved changes?"
      description="Are you sure you want to quit without saving your work?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      isDanger
      onConfirm={onDiscard}
      onClose={onStay}
    />
  );
}
