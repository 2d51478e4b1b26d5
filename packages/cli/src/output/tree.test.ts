import { expect, test } from "vitest";
import { durationText, fromNowText } from "./time-text.ts";
import { treeText } from "./tree.ts";

test("every branch hangs on its own parent", () => {
  const tree = {
    text: "root",
    branches: [
      { text: "a", branches: [{ text: "a1" }, { text: "a2" }] },
      { text: "b", branches: [{ text: "b1" }] },
    ],
  };

  expect(treeText(tree)).toBe("root\n├─ a\n│  ├─ a1\n│  └─ a2\n└─ b\n   └─ b1\n");
  expect(treeText({ text: "alone" })).toBe("alone\n");
});

test("a duration is said in the unit that is enough", () => {
  const texts = [0, 340, 1_240, 45_400, 119_000, 300_000, 3 * 3_600_000, 3 * 86_400_000].map(durationText);
  expect(texts).toEqual(["0 ms", "340 ms", "1.2 s", "45 s", "119 s", "5 min", "3 h", "3 days"]);
});

test("a moment is before or after now", () => {
  expect([-60_000, 20_000, 300].map((ms) => fromNowText(new Date(1e12 + ms), 1e12))).toEqual([
    "60 s ago",
    "in 20 s",
    "now",
  ]);
});
