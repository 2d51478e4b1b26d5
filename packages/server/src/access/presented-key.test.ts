import { expect, test } from "vitest";
import { presentedKey } from "./presented-key.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

test("a key is read from Bearer and from Basic with an empty password", () => {
  expect(presentedKey("Bearer phk_1")).toBe("phk_1");
  expect(presentedKey("bearer  phk_1 ")).toBe("phk_1");
  expect(presentedKey(`Basic ${base64("phk_1:")}`)).toBe("phk_1");
});

test("anything else presents no key", () => {
  for (const header of [
    "",
    "phk_1",
    "Bearer",
    "Bearer a b",
    `Basic ${base64("phk_1")}`,
    `Basic ${base64("phk_1:password")}`,
    `Basic ${base64(":phk_1")}`,
    "Basic !!!",
    `Digest ${base64("phk_1:")}`,
  ]) {
    expect(presentedKey(header)).toBeNull();
  }
});
