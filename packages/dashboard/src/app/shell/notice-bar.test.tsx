/** What everybody has to know is said above the page, until the person dismisses it; alarms, until they end. */
import type { Alarm } from "@posthorn/contract/notice";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type TestApi } from "../../resources/api/test-api.ts";
import { noticeQuery } from "../../resources/session/session-queries.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { NoticeBar } from "./notice-bar.tsx";

let api: TestApi | undefined;
afterEach(() => api?.restore());

async function openWith(notice: { text: string; url: string | null } | null, alarms: readonly Alarm[] = []) {
  api = answerApi({ "GET /dashboard-api/notice": { notice, alarms } });
  const { screen, client } = await openScreen("/", (app: AnyRoute) => [
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
  return { screen, ask: () => client.refetchQueries(noticeQuery) };
}

test("a notice is dismissed by its text: another one shows again", async () => {
  const { screen } = await openWith({ text: "We move at noon.", url: "https://status.example.com" });
  await expect.element(screen.getByRole("status")).toHaveTextContent("We move at noon.");
  await expect
    .element(screen.getByRole("link", { name: "Status page" }))
    .toHaveAttribute("href", "https://status.example.com");

  await screen.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(screen.getByRole("status")).not.toBeInTheDocument();
  await screen.unmount();

  const { screen: later } = await openWith({ text: "We have moved.", url: null });
  await expect.element(later.getByRole("status")).toHaveTextContent("We have moved.");
  expect(later.getByRole("link").elements()).toEqual([]);
});

const SINCE = "2026-11-17T10:00:00.000Z";

test.each<[Alarm["name"], RegExp]>([
  [
    "settling_refused",
    /^The database refused to store how some attempts ended, since .+ attempt\.settling_refused\. What to do/,
  ],
  [
    "take_over_failed",
    /^No process can continue the work of one that died, since .+ take_over\.failed\. What to do/,
  ],
  [
    "reload_failed",
    /^A process cannot read changes of sources, connections or destinations, since .+ routing\.reload_failed\. What to do/,
  ],
])("the alarm %s says what happened, since when, where to look and what to do", async (name, words) => {
  const { screen } = await openWith(null, [{ name, since: SINCE }]);

  const bar = screen.getByRole("status");
  await expect.element(bar).toHaveTextContent(words);
  expect(bar.element().querySelector("time")?.dateTime).toBe(SINCE);
  await expect
    .element(screen.getByRole("link", { name: "What to do" }))
    .toHaveAttribute("href", "/guides/alarms");
});

test("alarms stand above the notice, cannot be dismissed, and leave when they end", async () => {
  const notice = { text: "We move at noon, again.", url: null };
  const { screen, ask } = await openWith(notice, [
    { name: "reload_failed", since: SINCE },
    { name: "settling_refused", since: SINCE },
  ]);
  const bars = () =>
    screen
      .getByRole("status")
      .elements()
      .map((bar) => bar.textContent?.split(/,| again/)[0]);
  await expect
    .poll(bars)
    .toEqual([
      "A process cannot read changes of sources",
      "The database refused to store how some attempts ended",
      "We move at noon",
    ]);
  expect(screen.getByRole("button", { name: "Dismiss" }).elements()).toHaveLength(1);

  if (api)
    api.answers["GET /dashboard-api/notice"] = {
      notice,
      alarms: [{ name: "settling_refused", since: SINCE }],
    };
  await ask();
  await expect
    .poll(bars)
    .toEqual(["The database refused to store how some attempts ended", "We move at noon"]);

  if (api) api.answers["GET /dashboard-api/notice"] = { notice: null, alarms: [] };
  await ask();
  await expect.poll(bars).toEqual([]);
});
