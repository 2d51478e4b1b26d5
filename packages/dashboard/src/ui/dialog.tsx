/**
 * A modal: what must be answered before anything else. Focus goes in, is held, and returns; Esc and the cross close.
 *
 * A dialog is opened by state the screen owns (best: the URL), so it is always controlled. Its machinery is fetched
 * when it is first opened.
 */
import { lazy, Suspense, useState, type ReactNode, type RefObject } from "react";

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One sentence under the title; for a destructive question it names the consequence. */
  description?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** The buttons, the primary one last. */
  footer?: ReactNode;
  /** What gets focus on opening; the first focusable element otherwise. */
  initialFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

const DialogWindow = lazy(async () => ({ default: (await import("./dialog-window.tsx")).DialogWindow }));

export function Dialog(props: DialogProps) {
  const [isMounted, setIsMounted] = useState(false);
  if (props.isOpen && !isMounted) setIsMounted(true); // from the first opening on, so that closing can be shown
  return isMounted ? (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  ) : null;
}
