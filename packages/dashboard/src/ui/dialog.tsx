/**
 * A modal dialog. It takes the focus, keeps it inside, and gives it back at the end. Esc and the cross close it.
 *
 * The screen owns the state that opens a dialog (best: the URL), so a dialog is always controlled. The popup library
 * loads when a dialog first opens.
 */
import { lazy, Suspense, useState, type ReactNode, type RefObject } from "react";

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One sentence under the title. Before a destructive action, it names the consequence. */
  description?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** The buttons, the primary one last. */
  footer?: ReactNode;
  /** The element that gets the focus on opening. Default: the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

const DialogWindow = lazy(async () => ({ default: (await import("./dialog-window.tsx")).DialogWindow }));

export function Dialog(props: DialogProps) {
  const [isMounted, setIsMounted] = useState(false);
  if (props.isOpen && !isMounted) setIsMounted(true); // stays mounted after the first opening, to animate the closing
  return isMounted ? (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  ) : null;
}
