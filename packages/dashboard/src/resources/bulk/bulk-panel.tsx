/** The panel of bulk operations. Few visits open it, so its content loads when it is first shown. */
import { lazy, Suspense } from "react";
import type { BulkTab } from "./bulk-tabs.ts";

const Content = lazy(async () => ({ default: (await import("./bulk-panel-content.tsx")).BulkPanelContent }));

export interface BulkPanelProps {
  tab: BulkTab;
  onTab: (tab: BulkTab) => void;
  onClose: () => void;
}

export function BulkPanel(props: BulkPanelProps) {
  return (
    <Suspense>
      <Content {...props} />
    </Suspense>
  );
}
