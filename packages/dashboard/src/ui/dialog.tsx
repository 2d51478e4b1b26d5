/**
 * A modal dialog. It takes the focus, keeps it inside, and gives it back at the end. Esc, the cross and a press beside it
 * close it.
 *
 * The screen owns the state that opens a dialog (best: the URL), so a dialog is always controlled. Its children are
 * mounted only while it is open.
 */
import { cx } from "class-variance-authority";
import { X } from "lucide-react";
import { useId, type ReactNode, type RefObject } from "react";
import { IconButton } from "./icon-button.tsx";
import { Modal } from "./modal.tsx";

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

const WIDTHS = { sm: "max-w-100", md: "max-w-135", lg: "max-w-180" };

export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  size = "md",
  footer,
  initialFocus,
  children,
}: DialogProps) {
  const id = useId();
  if (!isOpen) return null;
  return (
    <Modal
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      initialFocus={initialFocus}
      className={cx(
        // On a phone, the foot of the screen stays free: a toast would cover the buttons of a long dialog there.
        "inset-x-3 top-[12vh] mx-auto max-h-[80dvh] rounded-lg border-line transition-[opacity,translate] max-sm:top-3 max-sm:max-h-[calc(100dvh-120px)] starting:translate-y-1 starting:opacity-0",
        WIDTHS[size],
      )}
    >
      <header className="px-5 pt-4 pb-3 pr-12">
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          {title}
        </h2>
        {description === undefined ? null : (
          <p id={`${id}-description`} className="mt-0.5 text-sm text-ink-2">
            {description}
          </p>
        )}
      </header>
      {children === undefined ? null : (
        <div className="min-h-0 overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
      )}
      {footer === undefined ? null : (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>
      )}
      {/* Last in the markup, so that the focus starts in the body or on the safe button, not here. */}
      <IconButton
        label="Close"
        data-tooltip={undefined}
        icon={<X />}
        onClick={onClose}
        className="absolute top-3 right-3"
      />
    </Modal>
  );
}
