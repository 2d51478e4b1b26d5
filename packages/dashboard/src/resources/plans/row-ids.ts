/**
 * Which row of the compare table can an upgrade link name? A file of its own, because links need no more of the table.
 */
export const ROW_IDS = [
  "events",
  "over_limit",
  "retention_days",
  "max_users",
  "included_throughput",
  "api_rate_limit",
  "max_payload_size_mb",
  "viewer_role",
  "all_integrations",
  "metrics",
  "metrics_export",
  "sla",
] as const;
export type RowId = (typeof ROW_IDS)[number];
