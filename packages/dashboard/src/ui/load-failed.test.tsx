import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { describeFailure, LoadFailed } from "./load-failed.tsx";

test.each([
  [401, "You are signed out"],
  [403, "You cannot see this"],
  [404, "Not found"],
  [410, "No longer available"],
  [429, "Too many requests"],
  [500, "The server failed to answer"],
  [503, "The server failed to answer"],
  [0, "Posthorn could not be reached"],
])("status %i has its own words", (status, title) => {
  expect(describeFailure(Object.assign(new Error("x"), { status }), true).title).toBe(title);
});

test("a browser without network says so, whatever the error", () => {
  expect(describeFailure(new Error("x"), false).title).toBe("You are offline");
});

test("429 says when to try again, and trying again shows that it is under way", async () => {
  const retrying = Promise.withResolvers<void>();
  const error = Object.assign(new Error("x"), { status: 429, retryAfterSeconds: 12 });
  const page = await render(<LoadFailed error={error} onRetry={() => retrying.promise} />);

  await expect.element(page.getByText("Try again in 12 s.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();

  await expect.element(page.getByRole("button", { name: "Try again" })).toHaveAttribute("aria-busy", "true");
  retrying.resolve();
  await expect.element(page.getByRole("button", { name: "Try again" })).not.toHaveAttribute("aria-busy");
});
