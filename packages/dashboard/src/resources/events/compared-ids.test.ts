import { expect, test } from "vitest";
import { inOrder, whyNotComparable } from "./compared-ids.ts";

test("only the id of another event can be compared", () => {
  expect(whyNotComparable("evt_2", "evt_1")).toBeUndefined();
  expect(whyNotComparable("evt_1", "evt_1")).toBe("Enter the ID of another event");
  for (const text of ["", "req_1", "evt_", "evt_1/attempts"])
    expect(whyNotComparable(text, "evt_1")).toBe("Enter the ID of an event. It begins with evt_");
});

test("the older event stands on the left, whichever of them was opened", () => {
  const sides = { beforeId: "evt_0Zz", afterId: "evt_0aa" };

  expect([inOrder("evt_0Zz", "evt_0aa"), inOrder("evt_0aa", "evt_0Zz")]).toEqual([sides, sides]);
});
