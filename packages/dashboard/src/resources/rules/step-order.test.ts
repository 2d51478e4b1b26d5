import { expect, test } from "vitest";
import { emptyStep } from "./rules-form.ts";
import { movedStep, nextKey, transformationBefore } from "./step-order.ts";

const steps = ["a", "b", "c"].map((key) => emptyStep("filter", key));
const keysOf = (list: readonly { key: string }[]) => list.map(({ key }) => key).join("");

test("a step takes the place of the one it is moved onto", () => {
  expect(keysOf(movedStep(steps, "a", "c"))).toBe("bca");
  expect(keysOf(movedStep(steps, "c", "a"))).toBe("cab");
  expect(keysOf(movedStep(steps, "b", "b"))).toBe("abc");
  expect(keysOf(movedStep(steps, "b", "nobody"))).toBe("abc");
});

test("a filter comes after the transformation that is on, chosen, and above it", () => {
  const [above, below] = [emptyStep("filter", "above"), emptyStep("filter", "below")];
  const transform = { key: "t", type: "transform" as const, is_on: true, transformation_id: "trs_1" };
  const before = (change: Partial<typeof transform>, key: string) =>
    transformationBefore([above, { ...transform, ...change }, below], key);

  expect(before({}, "below")).toBe("trs_1");
  expect(before({}, "above")).toBeNull();
  expect(before({ is_on: false }, "below")).toBeNull();
  expect(before({ transformation_id: "" }, "below")).toBeNull();
});

test("a new key is one that nobody has", () => {
  expect(nextKey(["a", "b"])).toBe("added-2");
  expect(nextKey(["a", "added-2"])).toBe("added-3");
});
