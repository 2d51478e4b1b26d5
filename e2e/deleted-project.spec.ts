/** What does a person see after somebody deleted the project they used last? Another project. */
import { API_VERSION } from "@posthorn/contract/endpoint";
import type { Project } from "@posthorn/contract/projects";
import { aName } from "./given.ts";
import type { Product } from "./product.ts";
import type { SignedIn } from "./session.ts";
import { expect, test } from "./test.ts";

async function asOwner(
  product: Product,
  { cookies }: SignedIn,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${product.url}/${API_VERSION}${path}`, {
    method,
    headers: {
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      origin: product.url,
      "content-type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

test("a project that is gone gives way to another one", async ({ page, product, session }) => {
  const name = aName("trial");
  const project = (await asOwner(product, session, "POST", "/projects", { name })) as Project; // as the contract has it
  await page.goto("/events");
  const switcher = page.getByRole("button", { name: /^Project .+, switch$/ });
  const firstName = ((await switcher.getAttribute("aria-label")) ?? "").replace(
    /^Project (.+), switch$/,
    "$1",
  );
  await switcher.click();
  await page.getByRole("menuitemradio", { name }).click();
  await expect(page.getByRole("button", { name: `Project ${name}, switch` })).toBeVisible();
  await page.goto("about:blank");

  await asOwner(product, session, "DELETE", `/projects/${project.id}`);
  await page.goto("/events");

  await expect(page.getByRole("heading", { name: "Events", exact: true })).toBeVisible();
  await expect(page.getByText(firstName, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});
