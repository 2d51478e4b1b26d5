/**
 * A chip whose filter needs more than a menu: it opens a box with fields.
 *
 * The form inside calls `close` when it has been applied. Its first field gets the focus when the box opens.
 */
import { useState, type ReactNode } from "react";
import { Dropdown } from "../dropdown.tsx";
import { ChipFrame, ChipTrigger, type ChipProps } from "./chip.tsx";

export interface BoxChipProps extends ChipProps {
  /** Undefined: any. */
  text: ReactNode;
  /** Class of the box. */
  className?: string;
  children: (close: () => void) => ReactNode;
}

export function BoxChip({
  label,
  text,
  isOpenAtFirst = false,
  onClose,
  onClear,
  link,
  className = "w-72 p-3",
  children,
}: BoxChipProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const change = (next: boolean) => {
    setIsOpen(next);
    if (!next) onClose?.();
  };
  return (
    <ChipFrame label={label} link={link} onClear={onClear}>
      <Dropdown
        label={`${label} filter`}
        isOpen={isOpen}
        onOpenChange={change}
        align="start"
        className={`max-w-[calc(100vw-24px)] ${className}`}
        renderTrigger={(trigger) => (
          <ChipTrigger {...trigger} label={label} text={text} isClearable={onClear !== undefined} />
        )}
      >
        {children(() => change(false))}
      </Dropdown>
    </ChipFrame>
  );
}
