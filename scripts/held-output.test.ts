import { expect, test } from "vitest";
import { createHeldOutput } from "./held-output.mjs";

test("nothing is printed before the release; then all of it in its order, and the rest at once", () => {
  const printed: (string | Uint8Array)[] = [];
  const output = createHeldOutput((chunk) => printed.push(chunk));

  output.write("first");
  output.write("second");
  expect(printed).toEqual([]);
  output.release();
  expect(printed).toEqual(["first", "second"]);
  output.write("third");
  output.release();

  expect(printed).toEqual(["first", "second", "third"]);
});
