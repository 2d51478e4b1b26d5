import { expect, test } from "vitest";
import { emailMistake, newPasswordMistake, textField } from "./auth-input.ts";

test("an email that better-auth would refuse later is refused at once", () => {
  expect(emailMistake("ada@example.com")).toBeNull();
  expect(emailMistake("")).toBe("email is required");
  for (const email of [
    "ada",
    "ada@localhost",
    "a@b.c\r\nBcc: eve@example.com",
    `${"x".repeat(250)}@example.com`,
  ]) {
    expect(emailMistake(email)).toBe("email must be a valid email");
  }
});

test("a password needs 8 to 128 characters, whichever", () => {
  expect(newPasswordMistake("password", "        ")).toBeNull();
  expect(newPasswordMistake("password", "")).toBe("password is required");
  expect(newPasswordMistake("password", "1234567")).toBe("password must have at least 8 characters");
  expect(newPasswordMistake("password", "x".repeat(129))).toBe("password must have at most 128 characters");
});

test("only text that was really sent counts as a field", () => {
  expect(textField({ email: "a" }, "email")).toBe("a");
  expect(textField({ email: ["a"] }, "email")).toBe("");
  expect(textField({}, "toString")).toBe("");
});
