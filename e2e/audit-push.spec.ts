/**
 * Do entries of the audit log arrive where an owner sends them?
 *
 * The owner chooses a source, whose connection delivers each entry to a real far end. Then a receiver of OpenTelemetry that is
 * away: the page says so, and the entries arrive when it is back.
 */
import { expectAccessible } from "./axe.ts";
import { givenConnection } from "./given.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { expect, test } from "./test.ts";
import { until } from "./until.ts";

const AT = "/settings/organization/audit-log";

test("entries go into a source and on to its destination, or to a receiver that was away", async ({
  page,
  product,
  farEnd,
}) => {
  const { source } = await givenConnection(product, farEnd);
  await page.goto(AT);

  await page.getByRole("button", { name: "Push…" }).click();
  const dialog = page.getByRole("dialog", { name: "Push the audit log" });
  await dialog.getByRole("combobox", { name: "Source", exact: true }).fill(source.name);
  await page.getByRole("option", { name: new RegExp(`^${source.name} in `) }).click();
  await expectAccessible(page, "the dialog of the push");
  await dialog.getByRole("button", { name: "Push from now on" }).click();
  await expect(dialog).toBeHidden();

  const [first] = await until(
    "a delivered entry",
    () => Promise.resolve(farEnd.deliveries),
    ({ length }) => length > 0,
  );
  expect(JSON.parse(first?.body ?? "")).toMatchObject({
    id: expect.stringMatching(/^aud_/),
    action: "created",
    subject: { type: "audit_push", name: source.name },
    by: { kind: "session" },
  });

  await farEnd.refuse();
  const open = page.getByRole("button", { name: "Pushed", exact: true });
  await open.click();
  await dialog.getByRole("radio", { name: /OpenTelemetry/ }).click();
  await dialog.getByRole("textbox", { name: "URL" }).fill(farEnd.url);
  await dialog.getByRole("textbox", { name: "Headers" }).fill("authorization: Bearer s3cret");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/^Last push failed: The receiver could not be reached/)).toBeVisible();
  await expect(page.getByText(/^Next try .*1 entry waits, the oldest since/)).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await farEnd.comeBack();
  await page.getByRole("button", { name: "Push fails" }).click();
  await expect(dialog.getByText("authorization: stored")).toBeVisible();
  await expectAccessible(page, "the dialog of a push that fails");
  await dialog.getByRole("button", { name: "Send a test entry" }).click();
  const pushes = await until(
    "a push with the test entry",
    () => Promise.resolve(farEnd.deliveries.filter(({ path }) => path === "/v1/logs")),
    (logs) => logs.some(({ body }) => body.includes("tested")),
  );
  expect(pushes[0]?.headers["authorization"]).toBe("Bearer s3cret");
  expect(pushes.map(({ body }) => body).join(" ")).not.toContain("s3cret");

  await dialog.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("button", { name: "Push…" })).toBeVisible();
});
