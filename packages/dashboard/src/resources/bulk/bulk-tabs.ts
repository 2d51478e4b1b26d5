/** Which part of the bulk operations does the panel show? `bulk` in the address of a list; without it, it is closed. */
export const BULK_TABS = ["ongoing", "history"] as const;
export type BulkTab = (typeof BULK_TABS)[number];
