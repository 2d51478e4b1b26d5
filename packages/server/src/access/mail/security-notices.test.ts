import { expect, test } from "vitest";
import * as notices from "./security-notices.ts";

const MESSAGES = [
  notices.passwordChangedNotice("ada@example.com"),
  notices.emailChangedNotice("ada@example.com", "new@example.com"),
  notices.twoFactorOnNotice("ada@example.com"),
  notices.twoFactorOffNotice("ada@example.com"),
  notices.newRecoveryCodesNotice("ada@example.com"),
  notices.recoveryCodeUsedNotice("ada@example.com", 1),
  notices.accountDeletedNotice("ada@example.com"),
];

test.each(MESSAGES)("“$subject” says what to do if it was somebody else, and has no link", (message) => {
  expect(message.to).toEqual(["ada@example.com"]);
  expect(message.text).toContain("If it was not you");
  expect(message.text).not.toMatch(/https?:/);
});

test("the number of codes that are left is written as people say it", () => {
  expect(notices.recoveryCodeUsedNotice("ada@example.com", 1).text).toContain("One code is left");
  expect(notices.recoveryCodeUsedNotice("ada@example.com", 3).text).toContain("3 codes are left");
});
