import { expect, test } from "vitest";
import { createSealer, SealBroken } from "./seal.ts";

const KEY = "a master key of at least thirty-two characters";

test("what was sealed is opened again, in any script and of any length", () => {
  const sealer = createSealer(KEY);

  for (const plain of ["", "whsec_1", "žluťoučký 🐎", "x".repeat(100_000)]) {
    expect(sealer.open(sealer.seal(plain))).toBe(plain);
  }
});

test("the sealed form shows neither the text nor that two texts are equal", () => {
  const sealer = createSealer(KEY);

  const first = sealer.seal("correct horse");
  const second = sealer.seal("correct horse");

  expect(first.toString("latin1")).not.toContain("correct horse");
  expect(first.equals(second)).toBe(false);
});

test("a seal with one bit changed anywhere does not open", () => {
  const sealer = createSealer(KEY);
  const sealed = sealer.seal("secret");

  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => sealer.open(changed)).toThrow(SealBroken);
  }
  expect(() => sealer.open(sealed.subarray(0, 20))).toThrow(SealBroken);
});

test("another master key opens nothing", () => {
  const sealed = createSealer(KEY).seal("secret");

  expect(() => createSealer(`${KEY}!`).open(sealed)).toThrow("another master key");
});

test("derived secrets differ by purpose and by master key, and stay the same over restarts", () => {
  const sealer = createSealer(KEY);

  expect(sealer.derive("a")).toBe(createSealer(KEY).derive("a"));
  expect(sealer.derive("a")).not.toBe(sealer.derive("b"));
  expect(sealer.derive("a")).not.toBe(createSealer(`${KEY}!`).derive("a"));
});
