import type { Destination } from "@posthorn/contract/destinations";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { DestinationsScreen } from "./destinations-screen.tsx";

const { destination } = aConnection(1);
const PATH = `/2025-07-01/destinations/${destination.id}`;

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  return [createRoute({ getParentRoute: () => app, path: "destinations/", component: DestinationsScreen })];
}

const failure = () => Response.json({}, { status: 500 });

async function openList(models: Destination[], answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /dashboard-api/connections-by-end": { sources: {}, destinations: {}, transformations: {} },
    "GET /dashboard-api/attempts-24h": { counts: {} },
    "GET /2025-07-01/destinations": () => aPageOf(models),
    ...answers,
  });
  const { screen } = await openScreen("/destinations", routes);
  const choose = async (name: string) => {
    await screen
      .getByRole("row")
      .filter({ hasText: "orders-api" })
      .getByRole("button", { name: "Actions" })
      .click();
    await screen.getByRole("menuitem", { name, exact: true }).click();
  };
  const confirm = async (name: string) => {
    await screen.getByRole("dialog").getByRole("button", { name }).click();
  };
  return { screen, choose, confirm };
}

test("the menu of a row says what could not be done", async () => {
  const { screen, choose, confirm } = await openList([destination], {
    [`PUT ${PATH}/disable`]: failure,
    [`DELETE ${PATH}`]: failure,
  });

  await choose("Disable…");
  await confirm("Disable");
  await expect.element(screen.getByText("Failed to disable destination")).toBeVisible();
  await choose("Delete…");
  await confirm("Delete");
  await expect.element(screen.getByText("Failed to delete destination")).toBeVisible();
});

test("a disabled destination can be enabled from its row", async () => {
  const disabled = { ...destination, disabled_at: destination.updated_at };
  const models: Destination[] = [disabled];
  const { screen, choose } = await openList(models, { [`PUT ${PATH}/enable`]: failure });

  await choose("Enable");
  await expect.element(screen.getByText("Failed to enable destination")).toBeVisible();
  api.answers[`PUT ${PATH}/enable`] = () => (models[0] = destination);
  await choose("Enable");

  await expect.element(screen.getByText("Destination enabled")).toBeVisible();
  await expect.element(screen.getByRole("row").filter({ hasText: "orders-api" })).toHaveTextContent("Active");
});
