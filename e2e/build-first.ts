/** Runs before the first test, so that the product serves a dashboard built from the current sources. */
import { buildDashboardIfStale } from "../scripts/build-dashboard.mjs";

export default async function buildFirst(): Promise<void> {
  await buildDashboardIfStale();
}
