import { expect, test } from "vitest";
import { EXIT_CODES } from "../failure.ts";
import { type Product, thisMachine } from "../machine.ts";
import { run } from "../run.ts";

test.each([0, 1, 2, 130])(
  "a command of the operator that ends with %d ends the client with it",
  async (code) => {
    const words: (readonly string[])[] = [];
    const product: Product = {
      dataPlace: "/data",
      start: async () => 0,
      findRunning: async () => null,
      startBeside: () => {
        throw new Error("Nothing is to be started");
      },
      async maintain(given) {
        words.push(given);
        return code;
      },
    };

    expect(await run(["backup", "--with-master-key", "a.backup"], { ...thisMachine(), product })).toBe(code);
    expect(words).toEqual([["backup", "--with-master-key", "--", "a.backup"]]);
    expect(Object.values(EXIT_CODES).map((exit) => exit.code)).toContain(code);
  },
);
