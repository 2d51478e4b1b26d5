/**
 * The window of a dialog: the part of `dialog.tsx` that needs the popup library, in its own chunk.
 */
import { Dialog as Base } from "@base-ui/react/dialog";
import { cx } from "class-variance-authority";
import { X } from "lucide-react";
import type { DialogProps } from "./dialog.tsx";
import { IconButton } from "./icon-button.tsx";

const WIDTHS = { sm: "max-w-100", md: "max-w-135", lg: "max-w-180" };

export function DialogWindow({
  isOpen,
  onClose,
  title,
  description,
  size = "md",
  footer,
  initialFocus,
  children,
}: DialogProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        {/* Also above another dialog, which would otherwise look as if it could still be used. */}
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Popup
          {...(initialFocus && { initialFocus })}
          className={cx(
            "fixed top-[12vh] left-1/2 z-50 flex max-h-[80dvh] w-[calc(100vw-24px)] -translate-x-1/2 flex-col rounded-lg border border-line bg-surface shadow-lift outline-none transition-[opacity,transform] data-ending-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 max-sm:top-3 max-sm:max-h-[calc(100dvh-24px)]",
            WIDTHS[size],
          )}
        >
          <header className="px-5 pt-4 pb-3 pr-12">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            {description === undefined ? null : (
              <Base.Description className="mt-0.5 text-sm text-ink-2">{description}</Base.Description>
            )}
          </header>
          {children === undefined ? null : (
            <div className="min-h-0 overflow-y-auto px-5 pb-5">{children}</div>
          )}
          {footer === undefined ? null : (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </footer>
          )}
          {/* Last in the markup, so that the focus starts in the body or on the safe button, not here. */}
          <Base.Close
            render={
              <IconButton
                label="Close"
                data-tooltip={undefined}
                icon={<X />}
                className="absolute top-3 right-3"
              />
            }
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
