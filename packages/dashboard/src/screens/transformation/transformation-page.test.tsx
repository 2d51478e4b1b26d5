import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { aTransformationIssue, issueId } from "../../resources/issues/test-issues.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import {
  anExecution,
  aTransformation,
  TRANSFORMATION_ID,
} from "../../resources/transformations/test-transformations.ts";
import { TransformationPage } from "./transformation-page.tsx";

const ONE = `/2025-07-01/transformations/${TRANSFORMATION_ID}`;
const EXECUTIONS = `/dashboard-api/transformations/${TRANSFORMATION_ID}/executions`;
let api: TestApi;

afterEach(() => api.restore());

function openPage(answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /2025-07-01/connections": aPageOf([]),
    [`GET ${ONE}`]: aTransformation(),
    [`GET ${EXECUTIONS}`]: aPageOf([]),
    [`DELETE ${ONE}`]: { id: TRANSFORMATION_ID },
    ...answers,
  });
  return openScreen(`/transformations/${TRANSFORMATION_ID}`, (app) => [
    createRoute({ getParentRoute: () => app, path: "transformations/$id/", component: TransformationPage }),
    createRoute({ getParentRoute: () => app, path: "transformations/", component: () => <p>The list</p> }),
  ]);
}

const openMenu = async (screen: Awaited<ReturnType<typeof openPage>>["screen"]) => {
  await screen.getByRole("button", { name: "Actions" }).click();
  return screen.getByRole("menuitem", { name: "Delete" });
};

test("the page shows the code, who uses it, and what it did", async () => {
  const { screen } = await openPage({
    "GET /2025-07-01/connections": aPageOf([aConnection(1, { name: "orders" })]),
    [`GET ${EXECUTIONS}`]: aPageOf([anExecution(7)]),
  });

  await expect.element(screen.getByRole("heading", { name: "normalise-order" })).toBeVisible();
  await expect.element(screen.getByText("SHOP", { exact: true })).toBeVisible();
  const code = screen.getByRole("textbox", { name: "Code" });
  await expect.element(code).toHaveTextContent('addHandler("transform"');
  await expect.element(code).toHaveAttribute("aria-readonly", "true");
  const colours = () =>
    new Set([...code.element().querySelectorAll("span")].map((word) => getComputedStyle(word).color));
  await expect.poll(() => colours().size).toBeGreaterThan(1);
  await expect.element(screen.getByRole("link", { name: "stripe → orders-api · orders" })).toBeVisible();
  await expect.element(screen.getByRole("list", { name: "Latest executions" })).toHaveTextContent("Info");
  await expect
    .element(screen.getByRole("link", { name: "Edit" }))
    .toHaveAttribute("href", `/transformations/${TRANSFORMATION_ID}/edit`);
  await expect.element(await openMenu(screen)).toHaveAttribute("aria-disabled", "true");
  await expect.element(screen.getByText(/1 connection uses it/)).toBeVisible();
});

test("one that nobody uses can be deleted, after a question", async () => {
  const { screen } = await openPage();
  await expect.element(screen.getByText(/No connection uses it yet/)).toBeVisible();
  await expect.element(screen.getByText(/It has not run yet/)).toBeVisible();

  await (await openMenu(screen)).click();
  await expect.element(screen.getByRole("dialog", { name: "Delete transformation" })).toBeVisible();
  await screen.getByRole("button", { name: "Delete" }).click();

  await expect.element(screen.getByText("The list")).toBeVisible();
  await expect.element(screen.getByText("Transformation deleted")).toBeVisible();
});

test.each([
  [422, "Transformation is used by 1 connection.", "Transformation is used by 1 connection."],
  [500, "Internal", "Failed to delete transformation"],
])("a deletion that fails with %i says why", async (status, message, text) => {
  const refusal = Response.json({ code: "X", status, message }, { status });
  const { screen } = await openPage({ [`DELETE ${ONE}`]: refusal });

  await (await openMenu(screen)).click();
  await screen.getByRole("button", { name: "Delete" }).click();

  await expect.element(screen.getByText(text)).toBeVisible();
});

test("what does not exist says so", async () => {
  const { screen } = await openPage({ [`GET ${ONE}`]: undefined });

  await expect.element(screen.getByRole("heading", { name: "Transformation not found" })).toBeVisible();
});

test("a viewer reads the code, and sees why they cannot edit or delete it", async () => {
  const { screen } = await openPage({ "GET /dashboard-api/session": aSession("viewer") });

  await expect
    .element(screen.getByRole("button", { name: "Edit" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role for this."));
  await expect.element(await openMenu(screen)).toHaveAttribute("aria-disabled", "true");
  await expect.element(screen.getByRole("menu")).toHaveTextContent(/You need the member role/);
});

test("its open issue stands beside the tabs", async () => {
  const { screen } = await openPage({
    "GET /dashboard-api/open-issues": (url) =>
      url.searchParams.get("concerns") === TRANSFORMATION_ID
        ? { first: aTransformationIssue(4), name: "normalise-order", count: 2 }
        : undefined,
  });

  await expect
    .element(screen.getByRole("link", { name: "normalise-order logged fatal" }))
    .toHaveAttribute("href", `/issues/${issueId(4)}`);
  await expect
    .element(screen.getByRole("link", { name: "and 1 more" }))
    .toHaveAttribute("href", `/issues?concerns=${TRANSFORMATION_ID}`);
});
