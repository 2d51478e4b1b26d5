/** Is there a story for every command of the vendor's client, or a reason why not? */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenProject } from "../testing/given-project.ts";
import type { HookdeckCli } from "../testing/hookdeck-cli.ts";
import { commandsUnder, removeClis, signedInCli } from "../testing/hookdeck-commands.ts";

/** Which test file tells the stories of a group; it holds itself against the commands of its group. */
const TOLD_IN: Record<string, string> = {
  attempt: "cli-flow",
  connection: "cli-connection",
  destination: "cli-destination",
  event: "cli-flow",
  request: "cli-flow",
  source: "cli-source",
  transformation: "cli-transformation",
};

const OUT_OF_SCOPE: Record<string, string> = {
  issue: "issues are not built yet",
  mcp: "begins with the list of projects, which is not there yet",
  metrics: "metrics are not built yet",
};

let cli: HookdeckCli;
beforeAll(async () => {
  cli = await signedInCli(await givenProject());
});
afterAll(removeClis);

const firstWords = (commands: readonly string[]) => [
  ...new Set(commands.map((command) => command.split(" ")[0] ?? "")),
];

test("every group of gateway commands is told somewhere", async () => {
  const groups = firstWords(await commandsUnder(cli, ["gateway"]));

  expect(groups).toEqual([...Object.keys(TOLD_IN), ...Object.keys(OUT_OF_SCOPE)].toSorted());
  for (const file of Object.values(TOLD_IN))
    expect(existsSync(join(import.meta.dirname, `${file}.conformance.test.ts`)), file).toBe(true);
});

test("the commands under connection are those under gateway connection", async () => {
  expect(await commandsUnder(cli, ["connection"])).toEqual(
    await commandsUnder(cli, ["gateway", "connection"]),
  );
});
