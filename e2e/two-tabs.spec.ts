/**
 * What happens to settings that are edited in two tabs?
 *
 * Of an organization and of a project, whoever saves second sees what the other has saved, and decides. The own name is
 * nobody else's to change: a tab shows the newest one when its person comes to it, and what they type there counts.
 */
import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

const MEANWHILE = "Somebody else changed this meanwhile";
const UNSAVED = "Are you sure you want to quit without saving your work?";

const nameIn = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

async function saveAs(page: Page, name: string): Promise<void> {
  await nameIn(page).fill(name);
  await save(page).click();
  await expect(save(page)).toBeHidden();
}

/** Each tab has read the name before the other one changes it. */
async function twoTabs(first: Page, address: string, name?: string): Promise<Page> {
  const second = await first.context().newPage();
  for (const tab of [first, second]) {
    await tab.goto(address);
    await (name === undefined
      ? expect(nameIn(tab)).not.toHaveValue("")
      : expect(nameIn(tab)).toHaveValue(name));
  }
  return second;
}

for (const { what, address } of [
  { what: "an organization", address: "/settings/organization/general" },
  { what: "a project", address: "/settings/project/general" },
])
  test(`the name of ${what}: whoever saves second is told, and decides`, async ({ page }) => {
    const other = await twoTabs(page, address);
    await saveAs(page, "Saved first");

    await nameIn(other).fill("Saved second");
    await save(other).click();
    await expect(other.getByText(MEANWHILE)).toBeVisible();
    await expect(other.getByRole("row", { name: "Name Saved second Saved first" })).toBeVisible();
    await page.reload();
    await expect(nameIn(page)).toHaveValue("Saved first");

    await other.getByRole("button", { name: "Keep mine" }).click();
    await expect(save(other)).toBeHidden();
    await page.reload();
    await expect(nameIn(page)).toHaveValue("Saved second");

    await nameIn(other).fill("Never saved");
    await other.getByRole("link", { name: "Events", exact: true }).click();
    await expect(other.getByText(UNSAVED)).toBeVisible();
    await other.getByRole("button", { name: "Keep editing" }).click();
    await expect(nameIn(other)).toHaveValue("Never saved");
    await other.close({ runBeforeUnload: false });
  });

test("the own name: what is typed last counts, and unsaved input is asked about", async ({ page }) => {
  const other = await twoTabs(page, "/settings/account/profile");
  await saveAs(page, "Ada King");
  await saveAs(other, "Ada Lovelace");

  await page.reload();
  await expect(nameIn(page)).toHaveValue("Ada Lovelace");
  await nameIn(page).fill("Never saved");
  await page.getByRole("link", { name: "Members", exact: true }).click();
  await expect(page.getByText(UNSAVED)).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(nameIn(page)).toHaveValue("Never saved");
  await other.close();
});
