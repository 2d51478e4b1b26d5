/**
 * Asks before an action that cannot simply be undone. The sentence names the consequence; the button names the
 * action.
 *
 * The focus starts on Cancel, so that an accidental Enter changes nothing.
 */
import { useRef, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  description: ReactNode;
  /** The action: "Delete". */
  confirmLabel: string;
  cancelLabel?: string;
  isDanger?: boolean;
  isPending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Content between the sentence and the buttons, such as a checkbox. */
  children?: ReactNode;
}

export function ConfirmDialog({
  isOpen,
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancel",
  isDanger = false,
  isPending = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={description}
      size="sm"
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant={isDanger ? "danger" : "primary"} isPending={isPending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
