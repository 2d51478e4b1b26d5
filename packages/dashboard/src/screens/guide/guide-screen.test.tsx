import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { openScreen } from "../../resources/test-screen.tsx";
import { GuideScreen } from "./guide-screen.tsx";

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => app, path: "guides/$name", component: GuideScreen }),
    createRoute({ getParentRoute: () => app, path: "guides/", component: () => <h1>All guides</h1> }),
  ];
}

test("a guide is a page with its pictures, tables, code to copy and links", async () => {
  const { screen } = await openScreen("/guides/connections", routes);

  await expect.element(screen.getByRole("heading", { level: 1, name: "Connections" })).toBeVisible();
  await expect.element(screen.getByRole("heading", { level: 2, name: "Create one" })).toBeVisible();
  const picture = screen.getByRole("img", { name: /^The connections of/ });
  await expect.poll(() => picture.element()).toHaveProperty("complete", true);
  expect(picture.element()).not.toHaveProperty("naturalWidth", 0);
  await expect.element(screen.getByRole("row", { name: /^Pause/ })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Copy code" }).first()).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "The API reference" }))
    .toHaveAttribute("href", "/docs");
});

test("a guide links to others, and names files that only the source code has", async () => {
  const { screen } = await openScreen("/guides/sources", routes);
  await screen.getByRole("link", { name: "authentication", exact: true }).click();
  await expect
    .element(screen.getByRole("heading", { level: 1, name: "Let a source check its senders" }))
    .toBeVisible();

  const other = await openScreen("/guides/run-on-a-server", routes);
  await expect.element(other.screen.getByText("docs/configuration.md").first()).toBeVisible();
});

test("a guide that does not exist leads to those that do", async () => {
  const { screen } = await openScreen("/guides/none", routes);
  await expect.element(screen.getByRole("heading", { name: "Guide not found" })).toBeVisible();

  await screen.getByRole("link", { name: "Go to guides" }).click();

  await expect.element(screen.getByRole("heading", { name: "All guides" })).toBeVisible();
});
