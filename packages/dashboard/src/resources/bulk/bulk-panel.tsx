/** The panel of bulk operations. Few visits open it, so its content loads when it is first shown. */
import type { BulkTab } from "./bulk-tabs.ts";
import { later } from "../../ui/later.tsx";

const Content = later(() => import("./bulk-panel-content.tsx")).component(
  (loaded) => loaded.BulkPanelContent,
);

export interface BulkPanelProps {
  tab: BulkTab;
  onTab: (tab: BulkTab) => void;
  onClose: () => void;
}

export function BulkPanel(props: BulkPanelProps) {
  return <Content {...props} />;
}
