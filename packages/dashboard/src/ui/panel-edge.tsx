/**
 * The edge of a side panel, which changes its width: by dragging, with the arrow keys, or with a double click, which
 * toggles between the two standard widths. A drag changes the element's style directly and calls `onWidthChange` once
 * at the end, so that a list of a hundred rows does not render for every pixel.
 */
import { useRef, type KeyboardEvent, type PointerEvent } from "react";

export const PANEL_WIDTHS = { normal: 480, medium: 624, large: 904, least: 380, most: 1200 };
const KEY_STEP_PX = 40;

function clampPanelWidth(widthPx: number): number {
  return Math.round(Math.max(PANEL_WIDTHS.least, Math.min(widthPx, PANEL_WIDTHS.most)));
}

export interface PanelEdgeProps {
  width: number;
  onWidthChange: (widthPx: number) => void;
}

export function PanelEdge({ width, onWidthChange }: PanelEdgeProps) {
  const drag = useRef<{ startX: number; widthPx: number } | null>(null);
  const begin = (press: PointerEvent<HTMLDivElement>) => {
    press.currentTarget.setPointerCapture(press.pointerId);
    drag.current = { startX: press.clientX, widthPx: width };
  };
  const follow = (move: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return;
    drag.current.widthPx = clampPanelWidth(width + drag.current.startX - move.clientX);
    move.currentTarget.parentElement?.style.setProperty("--panel-w", `${drag.current.widthPx}px`);
  };
  const end = () => {
    if (drag.current && drag.current.widthPx !== width) onWidthChange(drag.current.widthPx);
    drag.current = null;
  };
  const step = (press: KeyboardEvent) => {
    if (press.key !== "ArrowLeft" && press.key !== "ArrowRight") return;
    press.preventDefault();
    press.stopPropagation();
    onWidthChange(clampPanelWidth(width + (press.key === "ArrowLeft" ? KEY_STEP_PX : -KEY_STEP_PX)));
  };
  const toggle = () => onWidthChange(width < PANEL_WIDTHS.large ? PANEL_WIDTHS.large : PANEL_WIDTHS.normal);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a focusable separator is a widget in ARIA
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <hr> cannot be a widget
      role="separator"
      aria-orientation="vertical"
      aria-label="Panel width"
      aria-valuenow={width}
      aria-valuemin={PANEL_WIDTHS.least}
      aria-valuemax={PANEL_WIDTHS.most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      onPointerDown={begin}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={step}
      onDoubleClick={toggle}
      className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none transition-colors hover:bg-line-strong/50 max-lg:hidden"
    />
  );
}
