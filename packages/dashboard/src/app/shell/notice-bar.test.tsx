/** What everybody has to know is said above the page, until the person dismisses it. */
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type TestApi } from "../../resources/api/test-api.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { NoticeBar } from "./notice-bar.tsx";

let api: TestApi | undefined;
afterEach(() => api?.restore());

async function openWith(notice: { text: string; url: string | null } | null) {
  api = answerApi({ "GET /dashboard-api/notice": { notice } });
  const { screen } = await openScreen("/", (app: AnyRoute) => [
    createRoute({
      getParentRoute: () => app,
      path: "/",
      component: () => (
        <>
          <NoticeBar />
          <p>The page</p>
        </>
      ),
    }),
  ]);
  await expect.element(screen.getByText("The page")).toBeVisible();
  return screen;
}

test("a notice is dismissed by its text: another one shows again", async () => {
  const screen = await openWith({ text: "We move at noon.", url: "https://status.example.com" });
  await expect.element(screen.getByRole("status")).toHaveTextContent("We move at noon.");
  await expect
    .element(screen.getByRole("link", { name: "Status page" }))
    .toHaveAttribute("href", "https://status.example.com");

  await screen.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(screen.getByRole("status")).not.toBeInTheDocument();
  await screen.unmount();

  const later = await openWith({ text: "We have moved.", url: null });
  await expect.element(later.getByRole("status")).toHaveTextContent("We have moved.");
  expect(later.getByRole("link").elements()).toEqual([]);
});
