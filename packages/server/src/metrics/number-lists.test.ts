/** Lists of numbers are read as they were written. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readNumbers } from "./number-lists.ts";

const number = fc.oneof(
  fc.constantFrom(Number.NaN, 0, -1, 0.5, 1e21, -5e-324, 2 ** 53 - 1),
  fc.maxSafeInteger(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
);

test("any numbers, and gaps between them", () => {
  fc.assert(
    fc.property(fc.array(number, { minLength: 1 }), (numbers) => {
      const text = numbers.map((value) => (Number.isNaN(value) ? "" : String(value))).join(" ");

      expect([...readNumbers(text)]).toEqual(numbers);
    }),
  );
});
