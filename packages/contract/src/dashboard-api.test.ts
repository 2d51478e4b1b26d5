import { expect, test } from "vitest";
import { DASHBOARD_ENDPOINTS } from "./dashboard-api.ts";
import { PUBLIC_ENDPOINTS } from "./routes.ts";

test("the dashboard's endpoints say so, and public ones do not", () => {
  expect(DASHBOARD_ENDPOINTS.filter(({ isForDashboard }) => !isForDashboard)).toEqual([]);
  expect(PUBLIC_ENDPOINTS.filter(({ isForDashboard }) => isForDashboard)).toEqual([]);
});
