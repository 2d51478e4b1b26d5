import { expect, test } from "vitest";
import { confirmEmailUrl, emailChangeMessage } from "./email-change.ts";

test("the link leads to our own page, below a sub-path too", () => {
  expect(confirmEmailUrl("https://example.com/hooks", "a-b_c")).toBe(
    "https://example.com/hooks/confirm-email?token=a-b_c",
  );
});

test("the message goes to the new address, and holds the link on a line of its own", () => {
  const message = emailChangeMessage("new@example.com", "https://example.com/confirm-email?token=t");

  expect(message.to).toEqual(["new@example.com"]);
  expect(message.text.split("\n")).toContain("https://example.com/confirm-email?token=t");
  expect(message.text).toContain("works once, for 24 hours");
});
