/**
 * Runs before the first test: the product serves a dashboard built from the current sources, and all products of the
 * journeys begin with a copy of one database. It has no owner yet: a start creates the owner that its settings name.
 */
import { makeReadyData } from "../packages/server/src/testing/ready-data.ts";
import { buildDashboardIfStale } from "../scripts/build-dashboard.mjs";
import { startProduct } from "./product.ts";

export default async function buildFirst(): Promise<() => Promise<void>> {
  await buildDashboardIfStale();
  return makeReadyData(async (dataDir) => {
    const product = await startProduct({ dataDir, isOwned: false });
    await product.stop();
  });
}
