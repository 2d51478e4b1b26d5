/**
 * Can a person work in two organizations, and do they have a way on when the last project is gone?
 *
 * The second journey has two people in two browsers.
 */
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { createOrganization, listMembers } from "@posthorn/contract/organizations";
import { expectAccessible } from "./axe.ts";
import { givenColleague } from "./given-colleague.ts";
import { aName } from "./given.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { expect, test } from "./test.ts";

const FIRST_PROJECT = "Default project";

test("a person makes a second organization, and switches between the two", async ({ page, product }) => {
  const engines = aName("engines");
  const switcher = page.getByRole("button", { name: /switch project$/ });
  await page.goto("/events");

  await switcher.click();
  await page.getByRole("menuitem", { name: "New organization" }).click();
  await page.getByLabel("Name").fill(engines);
  await expectAccessible(page, "the dialog of a new organization");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(switcher).toContainText(engines);
  await expect(switcher).toContainText(FIRST_PROJECT);

  await switcher.click();
  await expect(
    page.getByRole("group", { name: engines }).getByRole("menuitemradio", { name: FIRST_PROJECT }),
  ).toBeChecked();
  await expectAccessible(page, "the menu of projects", { behind: "popup" });
  await page.getByRole("menuitemradio", { name: product.name }).click();
  await expect(switcher).toContainText(product.name);

  await switcher.click();
  await page.getByRole("menuitem", { name: "All projects" }).click();
  await expect(page.getByRole("heading", { name: "Select a project" })).toBeVisible();
  await expect(page.getByRole("button", { name: product.name })).toHaveAttribute("aria-current", "true");
  await expectAccessible(page, "all projects");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.getByRole("region", { name: engines }).getByRole("button", { name: FIRST_PROJECT }).click();
  await expect(page.getByRole("heading", { name: "Events", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect(switcher).toContainText(engines);
});

test("a person who is removed leaves the project at once, and goes on without one", async ({
  browser,
  product,
}) => {
  const name = aName("engines");
  const { organization } = await product.dashboardApi<ReplyOf<typeof createOrganization>>(
    "POST",
    "/organizations",
    { name },
  );
  const path = `/organizations/${organization.id}`;
  const { email, context: graces } = await givenColleague(browser, product, organization.id);
  const page = await graces.newPage();
  await page.goto("/events");
  await expect(page.getByRole("button", { name: /switch project$/ })).toContainText(name);

  const { models } = await product.dashboardApi<ReplyOf<typeof listMembers>>("GET", `${path}/members`);
  const grace = models.find(({ user_email }) => user_email === email);
  await product.dashboardApi("DELETE", `${path}/members/${grace?.id}`);

  await expect(page.getByRole("alert")).toContainText(`You no longer have access to ${FIRST_PROJECT}`);
  await expect(page.getByText("You belong to no organization")).toBeVisible();
  await expectAccessible(page, "a person without a project");
  await page.goto("/events");
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(grace?.user_name ?? "");
  await expectAccessible(page, "the profile of a person without a project");

  await page.getByRole("link", { name: "Posthorn" }).click();
  await page.getByLabel("What should your organization be called?").fill("Compilers");
  await page.getByRole("button", { name: "Create organization" }).click();
  await page.getByRole("link", { name: "Skip to dashboard" }).click();
  await expect(page.getByRole("button", { name: /switch project$/ })).toContainText("Compilers");
  await graces.close();
});
