import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { openScreen } from "../../resources/test-screen.tsx";
import { GuidesScreen } from "./guides-screen.tsx";

function routes(app: AnyRoute): AnyRoute[] {
  return [createRoute({ getParentRoute: () => app, path: "guides/", component: GuidesScreen })];
}

test("all guides of the installed version are listed, the first one first, and the API reference last", async () => {
  const { screen } = await openScreen("/guides", routes);
  const links = screen.getByRole("list", { name: "Guides" }).getByRole("link");

  await expect.element(links.first()).toHaveTextContent("Your first event");
  await expect
    .element(screen.getByRole("link", { name: "Connections", exact: true }))
    .toHaveAttribute("href", "/guides/connections");
  await expect.element(screen.getByRole("link", { name: "Use the hookdeck CLI" })).toBeVisible();
  await expect.element(links.last()).toHaveAttribute("href", "/docs");
});
