/**
 * The small button beside a name that explains the name. The tooltip layer opens its text on hover, focus and press, so it
 * can be read with a mouse, a keyboard and a finger.
 */
import { Info } from "lucide-react";
import { IconButton } from "./icon-button.tsx";

export interface InfoButtonProps {
  /** What is explained: "About Retry". */
  label: string;
  text: string;
}

export function InfoButton({ label, text }: InfoButtonProps) {
  return <IconButton size="sm" label={label} data-tooltip={text} data-tooltip-press="" icon={<Info />} />;
}
