import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("cells are separated, quoted where needed, and never a formula", () => {
  const csv = csvOf(
    ["Time", "orders, new"],
    [
      ["2026-11-15T10:00:00.000Z", 3],
      ['=1+1,"x"', null],
      ["-5", -5],
    ],
  );

  expect(csv).toBe('Time,"orders, new"\r\n2026-11-15T10:00:00.000Z,3\r\n"\'=1+1,""x""",\r\n\'-5,-5\r\n');
});
