import { expect, test } from "vitest";
import { createSampleDuplicates } from "./sample-duplicates.ts";

const at = (id: string, arrivedAtMs: number) => ({ id, arrivedAtMs });
const KEY = Buffer.from("k");

test("a request within the window of the first is a duplicate, and does not extend it", async () => {
  const duplicates = createSampleDuplicates([at("a", 0), at("b", 900), at("c", 1_000), at("d", 1_500)]);

  const answers = [];
  for (const id of ["a", "b", "c", "d"]) answers.push(await duplicates.isFirst(id, KEY, 1_000));

  expect(answers).toEqual([true, false, true, false]);
  expect(["b", "d"].map((id) => duplicates.firstOf(id)?.id)).toEqual(["a", "c"]);
  expect(duplicates.firstOf("a")).toBeNull();
});

test("requests of different keys are not duplicates", async () => {
  const duplicates = createSampleDuplicates([at("a", 0), at("b", 1)]);

  expect(await duplicates.isFirst("a", KEY, 1_000)).toBe(true);
  expect(await duplicates.isFirst("b", Buffer.from("other"), 1_000)).toBe(true);
});

test("the order of arrival decides, not the order of asking", async () => {
  const duplicates = createSampleDuplicates([at("a", 0), at("b", 1), at("c", 2)]);
  const order: string[] = [];
  const ask = async (id: string) => {
    const isFirst = await duplicates.isFirst(id, KEY, 1_000);
    order.push(id);
    return isFirst;
  };

  const last = ask("c");
  duplicates.decided("b"); // it was filtered before it could ask
  const first = ask("a");

  expect([await first, await last]).toEqual([true, false]);
  expect(order).toEqual(["a", "c"]);
});
