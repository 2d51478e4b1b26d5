/** A text is read whole, whatever was read before it. */
import { expect, test } from "vitest";
import { TextBytes } from "./text-bytes.ts";

test("short and long texts in any order", () => {
  const bytes = new TextBytes();
  const texts = ["", "12 34", "7", "x".repeat(3 * 2 ** 20), "a;b", "y".repeat(2 ** 20), "{1}"];

  expect(texts.map((text) => bytes.of(text).toString("latin1") === text)).toEqual(texts.map(() => true));
});

test("a short text needs no new buffer, and a very long one is not kept", () => {
  const bytes = new TextBytes();
  const { buffer } = bytes.of("x".repeat(1000));

  expect(bytes.of("x".repeat(2 ** 21)).buffer).not.toBe(buffer);
  expect(bytes.of("7").buffer).toBe(buffer);
});
