/** What both servers that answer scrapes agree on. */

/** Where scrapers read metrics, and the address of a page of the dashboard. */
export const METRICS_PATH = "/metrics";

export const NO_METRICS_TOKEN = "Invalid or missing metrics token";
