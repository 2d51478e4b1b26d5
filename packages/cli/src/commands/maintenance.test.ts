import { expect, test } from "vitest";
import { EXIT_CODES } from "../failure.ts";
import { thisMachine } from "../machine.ts";
import { run } from "../run.ts";

test.each([0, 1, 2, 130])(
  "a command of the operator that ends with %d ends the client with it",
  async (code) => {
    const words: (readonly string[])[] = [];
    const product = {
      start: async () => 0,
      async maintain(given: readonly string[]) {
        words.push(given);
        return code;
      },
    };

    expect(await run(["backup", "--with-master-key", "a.backup"], { ...thisMachine(), product })).toBe(code);
    expect(words).toEqual([["backup", "--with-master-key", "--", "a.backup"]]);
    expect(Object.values(EXIT_CODES).map((exit) => exit.code)).toContain(code);
  },
);
