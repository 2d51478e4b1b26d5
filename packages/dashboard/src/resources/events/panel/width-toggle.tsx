/** Switches a panel between its two widths. On a narrow screen the panel covers the page, so there is nothing to switch. */
import { Maximize2, Minimize2 } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { PANEL_WIDTHS } from "../../../ui/panel-edge.tsx";

export interface WidthToggleProps {
  width: number;
  onWidth: (widthPx: number) => void;
}

export function WidthToggle({ width, onWidth }: WidthToggleProps) {
  const isLarge = width >= PANEL_WIDTHS.large;
  return (
    <IconButton
      size="sm"
      label={isLarge ? "Normal panel" : "Large panel"}
      icon={isLarge ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
      onClick={() => onWidth(isLarge ? PANEL_WIDTHS.normal : PANEL_WIDTHS.large)}
      className="max-lg:hidden"
    />
  );
}
