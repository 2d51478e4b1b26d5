import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { hookdeckBinary } from "./hookdeck-cli.ts";

test("there is a binary wherever the tests are meant to run", () => {
  for (const platform of ["linux", "darwin"])
    for (const processor of ["x64", "arm64"])
      expect(existsSync(hookdeckBinary(platform, processor))).toBe(true);
});

test("a machine that the client was not built for is told so, and what to do", () => {
  expect(() => hookdeckBinary("sunos", "sparc")).toThrow(
    "hookdeck-cli has no binary for sunos on sparc, so the conformance of the CLI cannot be tested here. " +
      "Run npm test on Linux or macOS, on x64 or arm64",
  );
});
