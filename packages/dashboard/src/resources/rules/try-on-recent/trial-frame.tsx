/**
 * Where does the trial stand? Beside a page, which stays usable: then it is a panel. Or over an editor's window: then it
 * is a window too, so that the editor is out of reach below it and Esc closes the trial only.
 */
import { useEffect, type ReactNode, type RefObject } from "react";
import { createPortal } from "react-dom";
import { Modal } from "../../../ui/modal.tsx";
import { PANEL_WIDTHS } from "../../../ui/panel-edge.tsx";
import { PanelParts, SidePanel } from "../../../ui/side-panel.tsx";

const LABEL = "Try on recent requests";

export interface TrialFrameProps {
  isOverWindow: boolean;
  header: ReactNode;
  /** Gets the focus when the trial opens. */
  initialFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

export function TrialFrame({ isOverWindow, ...parts }: TrialFrameProps) {
  return isOverWindow ? <OverWindow {...parts} /> : <BesidePage {...parts} />;
}

type FrameProps = Omit<TrialFrameProps, "isOverWindow">;

/** A part of the page, not of the form: a key pressed in it submits nothing. */
function BesidePage({ initialFocus, ...parts }: FrameProps) {
  useEffect(() => initialFocus.current?.focus(), [initialFocus]);
  return createPortal(
    <SidePanel label={LABEL} width={PANEL_WIDTHS.medium} isFloating {...parts} />,
    document.body,
  );
}

function OverWindow({ initialFocus, ...parts }: FrameProps) {
  return (
    <Modal
      aria-label={LABEL}
      initialFocus={initialFocus}
      onClose={parts.onClose}
      className="inset-y-0 right-0 w-156 max-w-full border-y-0 border-r-0 border-line max-lg:w-full max-lg:border-l-0"
    >
      <PanelParts {...parts} />
    </Modal>
  );
}
