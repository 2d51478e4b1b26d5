/** What does a person see after somebody deleted the project they used last? Another project. */
import { givenProject } from "./own-project.ts";
import { expect, test } from "./test.ts";

test("a project that is gone gives way to another one", async ({ page, product, installation, session }) => {
  const doomed = await givenProject(installation, session);
  await page.goto("/events");
  const switcher = (name: string) =>
    page.getByRole("button", { name: new RegExp(`^${name} .*switch project$`) });
  await switcher(product.name).click();
  await page.getByRole("menuitemradio", { name: doomed.name }).click();
  await expect(switcher(doomed.name)).toBeVisible();
  await page.goto("about:blank");

  await doomed.api("DELETE", `/projects/${doomed.id}`);
  await page.goto("/events");

  await expect(page.getByRole("heading", { name: "Events", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /switch project$/ })).toBeVisible();
  await expect(page.getByText(doomed.name)).toHaveCount(0);
});
