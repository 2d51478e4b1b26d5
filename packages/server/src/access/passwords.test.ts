import { scryptSync } from "node:crypto";
import { expect, test } from "vitest";
import { COSTLY_PASSWORDS } from "./passwords.ts";

/** 32 MiB for each guess. A change of any of these makes every stored password wrong. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };

test("a stored password is scrypt with its own salt, at full cost", async () => {
  const [first, second] = [
    await COSTLY_PASSWORDS.hash("correct horse"),
    await COSTLY_PASSWORDS.hash("correct horse"),
  ];
  const [salt = "", key] = first.split(":");

  expect(key).toBe(scryptSync("correct horse", salt, 64, COST).toString("hex"));
  expect(second).not.toBe(first);
});

test("the right password is recognised, and no other", async () => {
  const hash = await COSTLY_PASSWORDS.hash("correct horse");

  expect(await COSTLY_PASSWORDS.verify({ hash, password: "correct horse" })).toBe(true);
  expect(await COSTLY_PASSWORDS.verify({ hash, password: "correct hors" })).toBe(false);
});
