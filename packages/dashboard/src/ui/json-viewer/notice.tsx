/** A sentence in place of a body. */
import type { ReactNode } from "react";

export function Notice({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="rounded-[6px] border border-(--line) bg-(--sunken) px-3 py-2.5 text-[13px] text-(--ink-2)">
      {children}
    </div>
  );
}
