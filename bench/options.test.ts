import { expect, test } from "vitest";
import { PARTS, readOptions } from "./options.ts";

test("without flags everything is measured three times", () => {
  const options = readOptions([]);

  expect(options).toMatchObject({
    rounds: 3,
    bodyBytes: 1024,
    heldEvents: 1_000_000,
    ratePerSecond: null,
    jsonFile: null,
  });
  expect([...options.only]).toEqual([...PARTS]);
});

test("a part can be measured alone", () => {
  expect([...readOptions(["--only", "bare, relay"]).only]).toEqual(["bare", "relay"]);
});

test.each([
  { args: ["--rounds", "0"], told: "--rounds must be a whole number" },
  {
    args: ["--only", "bear"],
    told: '--only knows ceiling, fsync, bare, relay, durable, full, filter, transform, sandbox, verify, fanout, failing, latency, bulk, backlog, starts, search, metrics, unpause, cli-listen, costs, processes, not "bear"',
  },
  { args: ["--only", "latency"], told: "needs full as well, or a --rate" },
  { args: ["--rate", "fast"], told: "--rate must be a number above 0" },
  { args: ["--uncounted", "--untriggered"], told: "choose one" },
  { args: ["--untriggered", "--against", "elsewhere"], told: "choose one" },
  { args: ["--faster"], told: "--faster" },
])("$args is refused in words", ({ args, told }) => {
  expect(() => readOptions(args)).toThrow(told);
});
