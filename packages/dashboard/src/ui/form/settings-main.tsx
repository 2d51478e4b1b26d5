/**
 * The page around the `Section`s of a form or of settings: one width for all of them. The sections ask it how much room
 * there is, because a panel beside the page takes some.
 */
import type { ReactNode } from "react";

export function SettingsMain({ children }: { children: ReactNode }) {
  return (
    <main className="@container min-h-0 flex-1 overflow-y-auto px-5 max-md:px-3">
      <div className="mx-auto max-w-250 pb-10">{children}</div>
    </main>
  );
}
