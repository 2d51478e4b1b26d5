import { expect, test } from "vitest";
import { stepAt } from "./step-in-view.ts";

const HEIGHT_PX = 600;
const at = (tops: number[], focused = 0) =>
  tops.map((topPx, index) => ({ id: `step-${index + 1}`, topPx, hasFocus: index + 1 === focused }));

test("a step begins when its section comes into the upper part of the screen", () => {
  expect(stepAt(at([0, 500, 900]), HEIGHT_PX, false)).toBe("step-1");
  expect(stepAt(at([-300, 200, 600]), HEIGHT_PX, false)).toBe("step-2");
  expect(stepAt(at([-600, -100, 209]), HEIGHT_PX, false)).toBe("step-3");
});

test("the field that a person types in decides, while it is in view", () => {
  expect(stepAt(at([0, 400, 900], 2), HEIGHT_PX, false)).toBe("step-2");
  expect(stepAt(at([-300, 200, 600], 1), HEIGHT_PX, false)).toBe("step-1");
});

test("at the end, a short section counts although it cannot come up", () => {
  const end = [-700, -200, 380, 480];
  expect(stepAt(at(end), HEIGHT_PX, false)).toBe("step-2");
  expect(stepAt(at(end), HEIGHT_PX, true)).toBe("step-4");
  expect(stepAt(at(end, 3), HEIGHT_PX, true)).toBe("step-3");
});

test("a form without sections is at no step", () => {
  expect(stepAt([], HEIGHT_PX, false)).toBeNull();
});
