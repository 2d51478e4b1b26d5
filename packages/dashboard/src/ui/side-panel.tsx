/**
 * A panel with details beside a list. It is not modal: the list stays usable. Below 1024 px it covers the page.
 *
 * `isFloating` is for pages that have no place for it in their layout: it stands at the right edge of the window, and
 * the shell keeps that much of the page free (`--floating-w`) if the window is wide enough.
 * The caller remembers the width; `PanelEdge` changes it. The panel takes the focus only when the caller asks for it
 * (`ref.current.focus()`, on Enter in the list). It calls `onClose` on Esc; the list then moves the focus back to the
 * row.
 */
import { cx } from "class-variance-authority";
import { X } from "lucide-react";
import { useEffect, type KeyboardEvent, type ReactNode, type Ref } from "react";
import { CopyButton } from "./copy-button.tsx";
import { IconButton } from "./icon-button.tsx";
import { PANEL_WIDTHS, PanelEdge } from "./panel-edge.tsx";

/**
 * The part of a panel below its tabs, which scrolls. Its children keep their height: one with a least height would
 * otherwise shrink to it, and its content would lie over the next child.
 */
export const panelContentClass = "flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4 *:shrink-0";

/** The id of what the panel shows, whole: a person compares it with one in a log. */
export function PanelId({ id, copyLabel }: { id: string; copyLabel: string }) {
  return (
    <span className="flex items-center gap-1">
      <span className="mono whitespace-nowrap">{id}</span>
      <CopyButton value={id} label={copyLabel} />
    </span>
  );
}

export interface SidePanelProps {
  label: string;
  /** The first line: usually a `PanelId`, and the actions at the end. */
  header: ReactNode;
  width?: number;
  onWidthChange?: (widthPx: number) => void;
  isFloating?: boolean;
  onClose: () => void;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

export function SidePanel({
  label,
  header,
  width = PANEL_WIDTHS.normal,
  onWidthChange,
  isFloating = false,
  onClose,
  ref,
  children,
}: SidePanelProps) {
  useEffect(() => {
    if (!isFloating) return undefined;
    document.body.style.setProperty("--floating-w", `${width}px`);
    return () => void document.body.style.removeProperty("--floating-w");
  }, [isFloating, width]);
  const closeOnEscape = (press: KeyboardEvent) => {
    // React also reports keys from windows that a part of the panel has opened; those close themselves.
    const isInside = press.target instanceof Node && press.currentTarget.contains(press.target);
    if (press.key !== "Escape" || press.defaultPrevented || !isInside) return;
    press.stopPropagation();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc from anything inside closes it
    <aside
      ref={ref}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={closeOnEscape}
      style={{ "--panel-w": `${width}px` }}
      className={cx(
        "flex min-h-0 w-(--panel-w) max-w-[70vw] shrink-0 flex-col border-l border-line bg-surface outline-none max-lg:fixed max-lg:inset-0 max-lg:z-30 max-lg:w-full max-lg:max-w-none max-lg:border-l-0",
        isFloating ? "fixed inset-y-0 right-0 z-30 shadow-lift" : "relative",
      )}
    >
      {onWidthChange ? <PanelEdge width={width} onWidthChange={onWidthChange} /> : null}
      <PanelParts header={header} onClose={onClose}>
        {children}
      </PanelParts>
    </aside>
  );
}

/** What is inside a panel. A window over another window that looks like a panel has the same. */
export function PanelParts({
  header,
  onClose,
  children,
}: Pick<SidePanelProps, "header" | "onClose" | "children">) {
  return (
    <>
      <header className="flex items-start gap-2 px-4 py-3">
        <div className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-2">{header}</div>
        <IconButton label="Close panel" icon={<X />} onClick={onClose} className="-mr-2" />
      </header>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">{children}</div>
    </>
  );
}
