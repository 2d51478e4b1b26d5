/** Before the first test: the dashboard that is served must be the one these sources give. */
import { buildDashboardIfStale } from "../scripts/build-dashboard.mjs";

export default async function buildFirst(): Promise<void> {
  await buildDashboardIfStale();
}
