/** Bytes are those that JSON.stringify would have written. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { WrittenBytes } from "./written-bytes.ts";

const number = fc.oneof(
  fc.constantFrom(Number.NaN, 0, 9, 10, 99, 100, 999_999, 1_000_000, 2 ** 53, 0.1, 5e-324, Number.MAX_VALUE),
  fc.nat(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
);

test("numbers and pieces, however many follow each other", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: "grapheme" }), number)), (parts) => {
      const bytes = new WrittenBytes(1);

      for (const [piece, value] of parts) {
        bytes.add(Buffer.from(JSON.stringify(piece)));
        bytes.addNumber(value);
      }

      const expected = parts.map((part) => part.map((one) => JSON.stringify(one)).join("")).join("");
      expect(bytes.written.toString()).toBe(expected);
    }),
  );
});
