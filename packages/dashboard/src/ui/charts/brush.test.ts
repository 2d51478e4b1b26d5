import { expect, test } from "vitest";
import { brushAfterKey, bucketAt, chosenRange, NO_BRUSH, type Brush } from "./brush.ts";

function press(brush: Brush, ...keys: string[]): Brush {
  return keys.reduce((before, text) => {
    const shiftKey = text.startsWith("Shift+");
    return brushAfterKey(before, { key: text.replace("Shift+", ""), shiftKey }, 60) ?? before;
  }, brush);
}

test("keys begin at the newest bucket and stop at both ends", () => {
  expect(press(NO_BRUSH, "ArrowLeft")).toEqual({ cursor: 59, anchor: null });
  expect(press(NO_BRUSH, "ArrowLeft", "ArrowRight")).toEqual({ cursor: 59, anchor: null });
  expect(press(NO_BRUSH, "Home", "ArrowLeft")).toEqual({ cursor: 0, anchor: null });
  expect(press(NO_BRUSH, "Home", "End")).toEqual({ cursor: 59, anchor: null });
});

test("Shift stretches a range in either direction, and a plain arrow drops it", () => {
  const left = press(NO_BRUSH, "End", "Shift+ArrowLeft", "Shift+ArrowLeft");

  expect(chosenRange(left)).toEqual({ first: 57, last: 59 });
  expect(chosenRange(press(left, "Shift+ArrowRight"))).toEqual({ first: 58, last: 59 });
  expect(chosenRange(press(left, "ArrowLeft"))).toEqual({ first: 56, last: 56 });
  expect(chosenRange(press(left, "Escape"))).toEqual({ first: 57, last: 57 });
  expect(chosenRange(press(NO_BRUSH, "End", "Shift+Home"))).toEqual({ first: 0, last: 59 });
});

test("other keys, and Esc without a range, are left to the page", () => {
  expect(brushAfterKey(NO_BRUSH, { key: "j", shiftKey: false }, 60)).toBeNull();
  expect(brushAfterKey({ cursor: 3, anchor: null }, { key: "Escape", shiftKey: false }, 60)).toBeNull();
  expect(brushAfterKey(NO_BRUSH, { key: "ArrowLeft", shiftKey: false }, 0)).toBeNull();
});

test("a place outside the chart belongs to the nearest bucket", () => {
  expect([-0.2, 0, 0.5, 1, 1.4].map((part) => bucketAt(part, 60))).toEqual([0, 0, 30, 59, 59]);
});
