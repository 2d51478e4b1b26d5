import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { aTransformation, TRANSFORMATION_ID } from "../../resources/transformations/test-transformations.ts";
import { TransformationsScreen } from "./transformations-screen.tsx";
import { TransformationsSearch } from "./transformations-url.ts";

let api: TestApi;
afterEach(() => api.restore());

function openList(models: readonly unknown[], role: "member" | "viewer" = "member") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/connections-by-end": {
      sources: {},
      destinations: {},
      transformations: { [TRANSFORMATION_ID]: 2 },
    },
    "GET /2025-07-01/transformations": aPageOf(models),
  });
  return openScreen("/transformations", (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "transformations/",
      validateSearch: TransformationsSearch,
      component: TransformationsScreen,
    }),
    ...["transformations/new", "transformations/$id"].map((path) =>
      createRoute({ getParentRoute: () => app, path }),
    ),
  ]);
}

test("each transformation has its id and its connections, and no status to filter by", async () => {
  const { screen } = await openList([aTransformation()]);

  const row = screen.getByRole("row").filter({ hasText: "normalise-order" });
  await expect.element(row.getByRole("button", { name: "Copy the ID of normalise-order" })).toBeVisible();
  await expect.element(row.getByRole("cell", { name: "2", exact: true })).toBeVisible();
  await expect
    .element(row.getByRole("link", { name: "normalise-order" }))
    .toHaveAttribute("href", `/transformations/${TRANSFORMATION_ID}`);
  await expect.element(screen.getByRole("button", { name: /^Order/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Status/ }).query()).toBeNull();
});

test("without transformations it teaches what one is, and leads to the first", async () => {
  const { screen } = await openList([]);

  await expect.element(screen.getByRole("heading", { name: "No transformations found" })).toBeVisible();
  await expect.element(screen.getByText(/^A transformation is JavaScript/)).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "New transformation" }))
    .toHaveAttribute("href", "/transformations/new");
});

test("a viewer sees the list, and why they cannot create one", async () => {
  const { screen } = await openList([aTransformation()], "viewer");

  await expect.element(screen.getByRole("link", { name: "normalise-order" })).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "New transformation" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role for this."));
});
