/** How are the features called that a plan can leave out? A file of its own, because pages without a table of plans name them too. */
import type { Feature } from "@posthorn/contract/plans";
import type { RowId } from "./row-ids.ts";

export const FEATURE_LABELS = {
  viewer_role: "Viewer role",
  all_integrations: "All integrations",
  metrics: "Metrics",
  metrics_export: "Metrics export",
  sla: "SLA",
} as const satisfies Partial<Record<Feature & RowId, string>>;
