/** The window of `editor-modal.tsx`: the part that needs the popup library, in its own chunk. */
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useRef } from "react";
import { Button } from "../button.tsx";
import { IconButton } from "../icon-button.tsx";
import type { EditorModalProps } from "./editor-modal.tsx";

export function EditorModalWindow({
  onClose,
  title,
  icon,
  subtitle,
  isPage = false,
  isDirty,
  actions,
  children,
}: Omit<EditorModalProps, "isOpen">) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())} disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          ref={popup}
          // An editor takes the focus itself, as soon as it is there; until then the window has it.
          initialFocus={() =>
            popup.current?.querySelector<HTMLElement>('[contenteditable="true"]') ?? popup.current
          }
          className="fixed inset-6 z-50 flex flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-lift outline-none max-sm:inset-0 max-sm:rounded-none max-sm:border-0"
        >
          <header className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 pr-2 pl-4">
            {icon === undefined ? null : <span className="text-ink-2 [&_svg]:size-4">{icon}</span>}
            <Base.Title
              // oxlint-disable-next-line jsx-a11y/heading-has-content -- the title becomes its content
              {...(isPage && { render: <h1 /> })}
              className="min-w-0 truncate text-lg font-semibold"
            >
              {title}
            </Base.Title>
            {/* The padding leaves room for the focus ring of a button inside. */}
            <span className="-m-1 min-w-0 flex-1 truncate p-1 text-sm text-ink-2">{subtitle}</span>
            {isDirty ? (
              <span className="flex items-center gap-1.5 text-xs text-ink-2">
                <span aria-hidden className="size-1.5 rounded-full bg-hold" />
                <span className="max-sm:sr-only">Unsaved changes</span>
              </span>
            ) : null}
            <div className="flex flex-wrap items-center gap-2">
              <Button onClick={onClose} className="max-sm:hidden">
                Cancel
              </Button>
              {actions}
            </div>
            <Base.Close render={<IconButton label="Close" data-tooltip={undefined} icon={<X />} />} />
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
