import { expect, test } from "vitest";
import { createPace } from "./pace.ts";

/** A machine that is slow while `isSlow` says so, of the number of the measurement. */
function machine(isSlow: (attempt: number) => boolean) {
  let current = -1;
  const pace = createPace(() => (current >= 0 && isSlow(current) ? 20 : 10));
  const measured: number[] = [];
  const measure = async (attempt: number) => {
    current = attempt;
    measured.push(attempt);
    return attempt;
  };
  return { pace, measure, measured };
}

test("what was measured while the machine was slow is repeated", async () => {
  const { pace, measure } = machine((attempt) => attempt === 1 || attempt === 4);

  // The look before the measurement after a slow one is still slow.
  expect(await pace.samples(3, measure)).toEqual([0, 3, 6]);
  expect(pace.said()).toBe(
    "Of 7 timings, 4 were repeated because the machine was slower than its usual pace.",
  );
});

test("a machine that stays slow gives its last values, and the report says so", async () => {
  const { pace, measure, measured } = machine((attempt) => attempt > 0);

  expect(await pace.samples(2, measure)).toEqual([0, 7]);
  expect(measured).toHaveLength(8);
  expect(pace.said()).toContain("6 were repeated");
  expect(pace.said()).toContain("and 1 count although it was.");
});
