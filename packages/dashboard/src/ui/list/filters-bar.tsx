/** The line of chips above a list. They wrap; what stands beside them, such as a count or a toggle, keeps to the end. */
import type { ReactNode } from "react";

export function FiltersBar({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="flex min-h-7 shrink-0 flex-wrap items-center gap-2">
      {children}
      {aside === undefined ? null : (
        <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-2 text-xs">{aside}</div>
      )}
    </div>
  );
}
