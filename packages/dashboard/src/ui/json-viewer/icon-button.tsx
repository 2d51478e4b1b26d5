/** How do the viewer's small square buttons look? The label is both tooltip and accessible name. */
import type { ReactNode } from "react";

export type IconButtonProps = {
  label: string;
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

export function IconButton({ label, isDisabled = false, onClick, children }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
      className="flex size-6 shrink-0 cursor-pointer items-center justify-center rounded-[4px] text-(--ink-2) hover:bg-(--sel) hover:text-(--ink) focus-visible:outline-2 focus-visible:outline-(--ring) disabled:cursor-default disabled:opacity-50"
    >
      {children}
    </button>
  );
}
