/**
 * The window of a full-screen editor: 24 px from each edge, its name on the left of the header, what can be done on the
 * right. While there are unsaved changes it says so, and closing it or leaving the page asks first.
 *
 * The screen owns the state that opens it. The popup library loads with the first opening.
 */
import { lazy, Suspense, useState, type ReactNode } from "react";
import { DiscardDialog } from "../discard-dialog.tsx";
import { GuardUnsaved } from "../form/leave-guard.tsx";

export interface EditorModalProps {
  isOpen: boolean;
  /** Called when the person has chosen to close, and to discard what is unsaved. */
  onClose: () => void;
  /** "Filter" */
  title: string;
  icon?: ReactNode;
  /** What is edited: "orders, shopify → orders-api". */
  subtitle?: ReactNode;
  /** The window is the whole page, so its title is the page's only heading. */
  isPage?: boolean;
  isDirty: boolean;
  /** Whether something is unsaved at this moment, for a window that leaves the page right after a save. */
  isUnsaved?: () => boolean;
  /** Buttons after Cancel, the primary one last. */
  actions: ReactNode;
  children: ReactNode;
}

const Window = lazy(async () => ({ default: (await import("./editor-modal-window.tsx")).EditorModalWindow }));

export function EditorModal({ isOpen, onClose, isDirty, isUnsaved, children, ...rest }: EditorModalProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isOpen) return null;
  const close = () => (isDirty ? setIsAsking(true) : onClose());
  return (
    <Suspense>
      <Window {...rest} isDirty={isDirty} onClose={close}>
        {children}
        <GuardUnsaved isUnsaved={isUnsaved ?? (() => isDirty)} />
        <DiscardDialog
          isOpen={isAsking}
          onStay={() => setIsAsking(false)}
          onDiscard={() => {
            setIsAsking(false);
            onClose();
          }}
        />
      </Window>
    </Suspense>
  );
}
