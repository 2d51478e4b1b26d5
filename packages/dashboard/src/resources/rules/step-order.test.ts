import { expect, test } from "vitest";
import { emptyStep } from "./rules-form.ts";
import { movedStep, nextKey } from "./step-order.ts";

const steps = ["a", "b", "c"].map((key) => emptyStep("filter", key));
const keysOf = (list: readonly { key: string }[]) => list.map(({ key }) => key).join("");

test("a step takes the place of the one it is moved onto", () => {
  expect(keysOf(movedStep(steps, "a", "c"))).toBe("bca");
  expect(keysOf(movedStep(steps, "c", "a"))).toBe("cab");
  expect(keysOf(movedStep(steps, "b", "b"))).toBe("abc");
  expect(keysOf(movedStep(steps, "b", "nobody"))).toBe("abc");
});

test("a new key is one that nobody has", () => {
  expect(nextKey(["a", "b"])).toBe("added-2");
  expect(nextKey(["a", "added-2"])).toBe("added-3");
});
