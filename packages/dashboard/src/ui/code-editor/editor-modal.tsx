/**
 * The window of a full-screen editor: 24 px from each edge, its name on the left of the header, what can be done on the
 * right. While there are unsaved changes it says so, and closing it or leaving the page asks first.
 *
 * The screen owns the state that opens it.
 */
import { X } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { Button } from "../button.tsx";
import { DiscardDialog } from "../discard-dialog.tsx";
import { GuardUnsaved } from "../form/leave-guard.tsx";
import { IconButton } from "../icon-button.tsx";
import { Modal } from "../modal.tsx";

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

export function EditorModal({ isOpen, onClose, isDirty, isUnsaved, children, ...head }: EditorModalProps) {
  const [isAsking, setIsAsking] = useState(false);
  const titleId = useId();
  if (!isOpen) return null;
  const close = () => (isDirty ? setIsAsking(true) : onClose());
  return (
    <Modal
      onClose={close}
      aria-labelledby={titleId}
      isKeptOnPressBeside
      // An editor takes the focus itself, as soon as it is there. Until then the window has it.
      initialFocus="window"
      className="inset-6 overflow-hidden rounded-lg border-line max-sm:inset-0 max-sm:rounded-none max-sm:border-0"
    >
      <Head {...head} titleId={titleId} isDirty={isDirty} onClose={close} />
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
    </Modal>
  );
}

interface HeadProps extends Omit<EditorModalProps, "isOpen" | "isUnsaved" | "children"> {
  titleId: string;
}

function Head({ titleId, title, icon, subtitle, isPage = false, isDirty, actions, onClose }: HeadProps) {
  const Title = isPage ? "h1" : "h2";
  return (
    <header className="flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 pr-2 pl-4">
      {icon === undefined ? null : <span className="text-ink-2 [&_svg]:size-4">{icon}</span>}
      <Title id={titleId} className="min-w-0 truncate text-lg font-semibold">
        {title}
      </Title>
      {/* The padding leaves room for the focus ring of a button inside. */}
      <span className="-m-1 min-w-0 flex-1 truncate p-1 text-sm text-ink-2">{subtitle}</span>
      {isDirty ? (
        <span className="flex items-center gap-1.5 text-xs text-ink-2">
          <span aria-hidden className="size-1.5 rounded-full bg-hold" />
          <span className="max-sm:sr-only">Unsaved changes</span>
        </span>
      ) : null}
      <div className="flex flex-wrap items-center gap-2 max-sm:order-last max-sm:w-full max-sm:justify-end">
        <Button onClick={onClose} className="max-sm:hidden">
          Cancel
        </Button>
        {actions}
      </div>
      <IconButton label="Close" data-tooltip={undefined} icon={<X />} onClick={onClose} />
    </header>
  );
}
