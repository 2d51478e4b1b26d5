import { expect, test } from "vitest";
import { createPace } from "./pace.ts";

/** A machine that is slow while `isSlow` says so, of the number of the measurement. */
function machine(isSlow: (attempt: number) => boolean) {
  let current = -1;
  const pace = createPace(
    () => (current >= 0 && isSlow(current) ? 20 : 10),
    () => () => null,
  );
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

test("a moment at twice the usual pace does not make the usual one slow", async () => {
  const looks = [5, ...Array.from({ length: 200 }, () => 10)];
  const pace = createPace(
    () => looks.shift() ?? 10,
    () => () => 2.64,
  );

  await pace.samples(3, async (attempt) => attempt);

  expect(pace.said()).toBe(
    "Of 3 timings, 0 were repeated because the machine was slower than its usual pace." +
      " Others got 2.6 % of its processors' time meanwhile.",
  );
});

test("what was measured while others had the processors is repeated", async () => {
  const shares = [40, 0, 3, 3.1, 0];
  let isWholeReport = true;
  const pace = createPace(
    () => 10,
    () => {
      const share = isWholeReport ? 9 : (shares.shift() ?? 0);
      isWholeReport = false;
      return () => share;
    },
  );

  expect(await pace.samples(3, async (attempt) => attempt)).toEqual([1, 2, 4]);
  expect(pace.said()).toBe(
    "Of 5 timings, 2 were repeated because the machine was slower than its usual pace." +
      " Others got 9.0 % of its processors' time meanwhile.",
  );
});
