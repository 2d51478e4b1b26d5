/** The buttons of a panel with data: its numbers as a file, then those of the page. */
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { downloadCsv } from "../../ui/csv.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { csvFileName } from "./metric-csv.ts";
import type { Metric } from "./metric.ts";

export interface MetricToolsProps {
  metric: Metric;
  /** Makes the file when a person asks for it. */
  csvOf: () => string;
  children: ReactNode;
}

export function MetricTools({ metric: { id, title }, csvOf, children }: MetricToolsProps) {
  return (
    <>
      <IconButton
        size="sm"
        label={`Download ${title} as CSV`}
        data-tooltip="Download as CSV"
        icon={<Download />}
        onClick={() => downloadCsv(csvFileName(id, new Date()), csvOf())}
      />
      {children}
    </>
  );
}
