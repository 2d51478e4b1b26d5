import { LARGE_PAYLOAD_BYTES } from "@posthorn/contract/limits";
import { expect, test, vi } from "vitest";
import { createDecodingTurns } from "./decoding-turns.ts";

function given() {
  const turns = createDecodingTurns();
  const evaluated: string[] = [];
  const count = { decoding: 0, mostAtOnce: 0 };
  /** The project is the first letter of the name. */
  function add(name: string, { bytes = 10, evaluate = (): Promise<void> | null => null } = {}): void {
    turns.add({
      teamKey: name.charAt(0),
      async decode() {
        count.mostAtOnce = Math.max(count.mostAtOnce, ++count.decoding);
        await new Promise((resolve) => setImmediate(resolve));
        count.decoding--;
        return Buffer.alloc(bytes);
      },
      evaluate() {
        evaluated.push(name);
        return evaluate();
      },
    });
  }
  const after = (jobs: number) => vi.waitUntil(() => evaluated.length >= jobs, { timeout: 20_000 });
  return { add, evaluated, after, count };
}

test("projects take turns, one body is decoded at a time, and each project keeps its order", async () => {
  const { add, evaluated, after, count } = given();

  for (const name of ["a1", "a2", "a3", "a4", "b1", "b2"]) add(name);
  await after(6);

  expect(evaluated).toEqual(["a1", "a2", "b1", "a3", "b2", "a4"]);
  expect(count.mostAtOnce).toBe(1);
});

test("a project that comes while another's many wait has the next turn but one", async () => {
  const { add, evaluated, after } = given();
  const addOther = () => {
    add("b1");
    return null;
  };

  add("a1", { evaluate: addOther });
  for (const name of ["a2", "a3"]) add(name);
  await after(4);
  add("c1");
  await after(5);

  expect(evaluated).toEqual(["a1", "a2", "b1", "a3", "c1"]);
});

test("a project whose evaluations do not end holds a few large contents, and delays no other", async () => {
  const { add, evaluated, after } = given();
  const ends: (() => void)[] = [];
  const large = {
    bytes: LARGE_PAYLOAD_BYTES,
    evaluate: () => new Promise<void>((resolve) => ends.push(resolve)),
  };

  for (const name of ["a1", "a2", "a3", "a4"]) add(name, large);
  for (const name of ["b1", "b2", "b3", "b4", "b5"]) add(name);
  await after(7);
  const beforeTheEnd = [...evaluated].toSorted();
  ends[0]?.();
  await after(8);

  expect(beforeTheEnd).toEqual(["a1", "a2", "b1", "b2", "b3", "b4", "b5"]);
  expect(evaluated.at(-1)).toBe("a3");
});
