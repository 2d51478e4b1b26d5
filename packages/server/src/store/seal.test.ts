import { expect, test } from "vitest";
import { createSealer, SealBroken } from "./seal.ts";

const KEY = "a master key of at least thirty-two characters";
const ROW = { team_id: "a project", id: "a row" };

/** A sealer for one place. */
function sealerFor(masterKey: string) {
  const { seal, open, derive } = createSealer(masterKey);
  return {
    derive,
    seal: (plain: string) => seal(plain, "sources.auth", ROW),
    open: (sealed: Buffer) => open(sealed, "sources.auth", ROW),
  };
}

test("what was sealed is opened again, in any script and of any length", () => {
  const sealer = sealerFor(KEY);

  for (const plain of ["", "whsec_1", "žluťoučký 🐎", "x".repeat(100_000)]) {
    expect(sealer.open(sealer.seal(plain))).toBe(plain);
  }
});

test("the sealed form shows neither the text nor that two texts are equal", () => {
  const sealer = sealerFor(KEY);

  const first = sealer.seal("correct horse");
  const second = sealer.seal("correct horse");

  expect(first.toString("latin1")).not.toContain("correct horse");
  expect(first.equals(second)).toBe(false);
});

test("a seal with one bit changed anywhere does not open", () => {
  const sealer = sealerFor(KEY);
  const sealed = sealer.seal("secret");

  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => sealer.open(changed)).toThrow(SealBroken);
  }
  expect(() => sealer.open(sealed.subarray(0, 20))).toThrow(SealBroken);
});

test("another master key opens nothing", () => {
  const sealed = sealerFor(KEY).seal("secret");

  expect(() => sealerFor(`${KEY}!`).open(sealed)).toThrow("another master key");
});

test("what was sealed for one place opens in no other project, row or column", () => {
  const { open } = createSealer(KEY);
  const sealed = sealerFor(KEY).seal("secret");

  expect(open(sealed, "sources.auth", ROW)).toBe("secret");
  expect(() => open(sealed, "sources.auth", { ...ROW, team_id: "another" })).toThrow(SealBroken);
  expect(() => open(sealed, "sources.auth", { ...ROW, id: "another" })).toThrow(SealBroken);
  expect(() => open(sealed, "destinations.auth", ROW)).toThrow(SealBroken);
});

test("derived secrets differ by purpose and by master key, and stay the same over restarts", () => {
  const sealer = sealerFor(KEY);

  expect(sealer.derive("a")).toBe(sealerFor(KEY).derive("a"));
  expect(sealer.derive("a")).not.toBe(sealer.derive("b"));
  expect(sealer.derive("a")).not.toBe(sealerFor(`${KEY}!`).derive("a"));
});
