import { expect, test } from "vitest";
import { passwordResetMessage, resetUrl } from "./password-reset.ts";

test("the link leads to our own page, below a sub-path too, and escapes the token", () => {
  expect(resetUrl("https://example.com/hooks", "a+b/c")).toBe(
    "https://example.com/hooks/reset-password?token=a%2Bb%2Fc",
  );
});

test("the message says what it is for, how long it works, and holds the link on a line of its own", () => {
  const message = passwordResetMessage("ada@example.com", "https://example.com/reset-password?token=t");

  expect(message).toMatchObject({ to: ["ada@example.com"], subject: "Choose a new password for Posthorn" });
  expect(message.text.split("\n")).toContain("https://example.com/reset-password?token=t");
  expect(message.text).toContain("works once, for one hour");
});
