/** Asks before ticked events that were delivered are sent once more. */
import { countText } from "../../ui/count.ts";
import { ConfirmDialog, type ConfirmDialogProps } from "../../ui/confirm-dialog.tsx";

export interface SendAgainDialogProps extends Pick<ConfirmDialogProps, "onConfirm" | "onClose"> {
  count: number;
}

export function SendAgainDialog({ count, onConfirm, onClose }: SendAgainDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      title={count === 1 ? "Send a delivered event again?" : "Send delivered events again?"}
      description={
        count === 1
          ? "The destination has this event. It will get it a second time."
          : `The destination has these ${countText(count)} events. It will get each of them a second time.`
      }
      confirmLabel={`Send ${countText(count)} again`}
      cancelLabel="Go back"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
