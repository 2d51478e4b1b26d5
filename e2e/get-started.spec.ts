/**
 * Can a person who has sent nothing yet see the product alive, and leave no trace of it? Also: does the page for the first
 * steps say what is true, and does everything on it lead somewhere?
 */
import type { Page } from "@playwright/test";
import type { Session } from "@posthorn/contract/dashboard-api";
import { expectAccessible } from "./axe.ts";
import { givenColleague } from "./given-colleague.ts";
import { givenConnection, givenEvents } from "./given.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { givenProject } from "./own-project.ts";
import { expect, test } from "./test.ts";

const step = (page: Page, title: string) =>
  page.getByRole("list", { name: "First steps" }).getByRole("listitem").filter({ hasText: title });

/** The number in a text such as "455 events". */
function numberIn(text: string | null): number {
  return Number(/[\d,]+/.exec(text ?? "")?.[0].replaceAll(",", ""));
}

test("the sample project is alive on every page, its numbers agree, and it goes with one click", async ({
  page,
  product,
}) => {
  await page.goto("/connections");
  await page.getByRole("link", { name: "Get started" }).click();
  await expect(page).toHaveTitle("Get Started - Posthorn");
  await page.getByRole("button", { name: "Create sample project" }).click();

  const bar = page.getByRole("status").filter({ hasText: "Sample project." });
  await expect(bar).toContainText("they send nothing");
  const sums = page.getByRole("list", { name: /: sums$/ });
  const legend = async (status: string) =>
    numberIn(await sums.getByRole("listitem").filter({ hasText: status }).textContent());
  const [successful, failed, held] = [
    await legend("Successful"),
    await legend("Failed"),
    await legend("Paused"),
  ];
  const events = successful + failed + held;
  expect(events).toBeGreaterThan(300);
  await expect(page.getByText(`${events} events`, { exact: true })).toBeVisible();
  await expectAccessible(page, "the events of the sample project");

  await test.step("connections have the same events, and the same ones are held", async () => {
    await page.goto("/connections");
    const counts = page.getByRole("link", { name: /^\d+ events of / });
    await expect(counts).toHaveCount(5);
    const ofEach = (await counts.allInnerTexts()).map(numberIn);
    expect(ofEach.reduce((sum, count) => sum + count, 0)).toBe(events);
    await expect(page.getByText(`Paused · ${held} held`)).toBeVisible();
  });

  await test.step("metrics count the same requests as the list", async () => {
    await page.goto("/metrics/sources");
    const figure = page.getByRole("figure", { name: "Requests", exact: true });
    await expect(figure).toContainText("in total");
    const requests = numberIn(await figure.textContent());
    await page.goto("/requests");
    await expect(page.getByText(`${requests} requests`, { exact: true })).toBeVisible();
  });

  await test.step("issues concern the events that failed", async () => {
    await page.goto("/issues");
    const refused = page.getByRole("row").filter({ hasText: "ledger answered 503" });
    await expect(refused).toContainText(`${failed}`);
    await expect(page.getByRole("row").filter({ hasText: "slim-order logged fatal" })).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "shopify rejects requests" })).toBeVisible();
  });

  for (const [address, name] of [
    ["/sources", "stripe"],
    ["/destinations", "orders-api"],
    ["/transformations", "slim-order"],
    ["/bookmarks", "An order, for tests of orders-api"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(name).first()).toBeVisible();
  }

  await test.step("on a phone", async () => {
    await page.setViewportSize(PHONE);
    await page.goto("/events");
    await expect(bar).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await page.getByRole("button", { name: "Remove the sample project" }).click();
  await expectAccessible(page, "the question before the sample project goes", { behind: "popup" });
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("The sample project was removed")).toBeVisible();
  await expect(bar).toHaveCount(0);
  const { projects } = await product.dashboardApi<Session>("GET", "/session");
  expect(projects.filter(({ is_sample }) => is_sample)).toEqual([]);
});

test("the first steps say what is true, in both themes and on a phone", async ({ page, product, farEnd }) => {
  await page.goto("/get-started");
  await expect(step(page, "Create a connection")).toContainText("To-do");
  await expect(step(page, "Create a connection").getByRole("link", { name: "Create" })).toHaveAttribute(
    "href",
    "/create-first-connection",
  );
  await expectAccessible(page, "the first steps");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const connection = await givenConnection(product, farEnd);
  await expect(step(page, "Create a connection")).toContainText(
    "None of your connections has delivered an event yet.",
  );
  await givenEvents(product, connection, 1);

  await expect(step(page, "Create a connection")).toContainText(
    `${connection.source.name} → ${connection.destination.name} delivered its first event.`,
  );
  await expect(step(page, "Create a connection")).toContainText("Done");
  await page.getByRole("link", { name: "Create another" }).click();
  await expect(page).toHaveURL(/\/connections\/new$/);
  await page.goto("/get-started");
  await page.getByRole("link", { name: "Invite" }).click();
  await expect(page).toHaveURL(/\/settings\/organization\/members\?tab=invited$/);
});

test("every card opens a guide that exists", async ({ page, context }) => {
  await page.goto("/get-started");
  const cards = page.getByRole("main").getByRole("link", { name: /opens in a new tab/ });
  await expect(cards).toHaveCount(13);
  const addresses = await cards.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const guide = await context.newPage();
  for (const address of addresses) {
    await guide.goto(address);
    await expect(guide.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(guide.getByRole("heading", { name: "Guide not found" })).toHaveCount(0);
  }
});

test("who may not create projects is told why, and opens the sample that is there", async ({
  browser,
  installation,
  session,
  product,
}) => {
  const { organizations, projects } = await product.dashboardApi<Session>("GET", "/session");
  const organizationId =
    projects.find(({ id }) => id === product.id)?.organization_id ?? organizations[0]?.id;
  const { context } = await givenColleague(browser, product, organizationId ?? "");
  const page = await context.newPage();
  await page.goto("/get-started");

  const create = page.getByRole("button", { name: "Create sample project" });
  await expect(create).toHaveAttribute("aria-disabled", "true");
  await expect(create).toHaveAttribute("data-tooltip", /You need the admin role/);
  await expect(page.getByRole("button", { name: "Invite" })).toHaveAttribute("aria-disabled", "true");

  const own = await givenProject(installation, session);
  const { id } = await own.dashboardApi<{ id: string }>("POST", "/sample-project", {});
  await page.reload();
  await page.getByRole("button", { name: "Open sample project" }).click();
  await expect(page.getByText("they send nothing")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove the sample project" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await own.api("DELETE", `/projects/${id}`);
  await context.close();
});
