import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { changePreferences } from "../../resources/preferences/preferences-store.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { SourcesScreen } from "./sources-screen.tsx";

const { source } = aConnection(1);
const PATH = `/2025-07-01/sources/${source.id}`;

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => app, path: "sources/", component: SourcesScreen }),
    createRoute({ getParentRoute: () => app, path: "sources/$id", component: () => <h1>The source</h1> }),
  ];
}

async function openMenu(role: "member" | "viewer" = "member") {
  let models = [source];
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/connections-by-end": {
      sources: { [source.id]: 2 },
      destinations: {},
      transformations: {},
    },
    "GET /dashboard-api/requests-24h": { counts: {} },
    "GET /2025-07-01/sources": () => aPageOf(models),
    [`PUT ${PATH}/disable`]: () => {
      models = [{ ...source, disabled_at: source.updated_at }];
      return models[0];
    },
    [`PUT ${PATH}/enable`]: () => Response.json({}, { status: 500 }),
    [`DELETE ${PATH}`]: () => {
      models = [];
      return { id: source.id };
    },
  });
  const { screen } = await openScreen("/sources", routes);
  const more = screen.getByRole("row").filter({ hasText: "stripe" }).getByRole("button", { name: "Actions" });
  const choose = async (name: string) => {
    await more.click();
    await screen.getByRole("menuitem", { name, exact: true }).click();
  };
  return { screen, more, choose };
}

test("the menu of a row disables and deletes its source, and asks to disable only the first time", async () => {
  const { screen, choose } = await openMenu();

  await choose("Disable…");
  const question = screen.getByRole("dialog", { name: "Disable source" });
  await expect.element(question).toHaveTextContent("Its 2 connections are disabled too.");
  await question.getByRole("checkbox", { name: "Don't ask me again" }).click();
  await question.getByRole("button", { name: "Disable" }).click();
  await expect.element(screen.getByText("Source disabled")).toBeVisible();
  await choose("Enable");
  await expect.element(screen.getByText("Failed to enable source")).toBeVisible();
  await choose("Delete…");
  await screen.getByRole("dialog", { name: "Delete source" }).getByRole("button", { name: "Delete" }).click();

  await expect.element(screen.getByText("Source deleted")).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "No sources found" })).toBeVisible();
});

test("a person who has dismissed the question is not asked again", async () => {
  changePreferences((preferences) => ({
    ...preferences,
    users: { usr_1: { projects: { tm_1: { dismissed_prompts: ["source.disable"] } } } },
  }));
  const { screen, choose } = await openMenu();

  await choose("Disable");

  await expect.element(screen.getByText("Source disabled")).toBeVisible();
  expect(screen.getByRole("dialog").query()).toBeNull();
});

test("a viewer can open and copy, and sees why nothing else is possible", async () => {
  const { screen, more } = await openMenu("viewer");

  await more.click();

  await expect.element(screen.getByRole("menu")).toHaveTextContent("You need the member role for this.");
  for (const name of ["Disable", "Delete"])
    await expect.element(screen.getByRole("menuitem", { name })).toHaveAttribute("aria-disabled", "true");
  for (const name of ["Copy source URL", "Copy source ID"])
    await expect.element(screen.getByRole("menuitem", { name })).not.toHaveAttribute("aria-disabled", "true");
  await screen.getByRole("menuitem", { name: "Open" }).click();
  await expect.element(screen.getByRole("heading", { name: "The source" })).toBeVisible();
});
