/** What everybody has to know is said above the page, until the person dismisses it; alarms, until they end. */
import type { Alarm } from "@posthorn/contract/notice";
import { QueryClient } from "@tanstack/react-query";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { chooseCurrentProject } from "../../resources/api/current-project.ts";
import { answerApi, type TestApi } from "../../resources/api/test-api.ts";
import { guideQuery } from "../../resources/guides/guides.ts";
import { noticeQuery } from "../../resources/session/session-queries.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { shortTime } from "../../ui/time.ts";
import { NoticeBar } from "./notice-bar.tsx";

let api: TestApi | undefined;
afterEach(() => {
  api?.restore();
  chooseCurrentProject(null);
});

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

test.each<[Alarm["name"], string, string]>([
  [
    "settling_refused",
    "The database refused to store how some attempts ended",
    "Their events ended as failed, with the error UNKNOWN. See attempt.settling_refused in the log.",
  ],
  [
    "take_over_failed",
    "No process can continue the work of one that died",
    "Some events that it held are not delivered. See process.not_taken_over in the log.",
  ],
  [
    "events_stranded",
    "Some events of a process that died cannot be released",
    "They are not delivered. See leases.not_released in the log.",
  ],
  [
    "reload_failed",
    "A process cannot read changes of sources, connections or destinations",
    "It works with the old ones. See routing.reload_failed in the log.",
  ],
])("the alarm %s says what happened, since when, why and what to do", async (name, what, rest) => {
  const { screen } = await openWith(null, [{ name, since: SINCE }]);

  const bar = screen.getByRole("status");
  await expect
    .element(bar)
    .toHaveTextContent(`${what}, since ${shortTime(new Date(SINCE))}. ${rest} What to do`);
  expect(bar.element().querySelector("time")?.dateTime).toBe(SINCE);
  await expect
    .element(screen.getByRole("link", { name: "What to do" }))
    .toHaveAttribute("href", "/guides/alarms");
  const guide = await new QueryClient().fetchQuery(guideQuery("alarms"));
  expect(guide?.markdown).toContain(`\n## ${what}\n`);
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

test("the question names the project of the tab: what a person may see depends on it", async () => {
  chooseCurrentProject("tm_2");
  const { ask } = await openWith(null);
  const answered = window.fetch;
  const named: (string | null)[] = [];
  window.fetch = (input, init) => {
    named.push(new Headers(init?.headers).get("x-project-id"));
    return answered(input, init);
  };

  await ask();

  expect(named).toEqual(["tm_2"]);
});
