/** Is every command of the vendor's client tested, or is there a reason why not? */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenProject } from "../testing/given-project.ts";
import type { HookdeckCli } from "../testing/hookdeck-cli.ts";
import { commandsUnder, namesUnder, removeClis, signedInCli } from "../testing/hookdeck-commands.ts";

/** The test file of each command or group; a group's file must cover all its commands. */
const TOLD_IN: Record<string, string> = {
  ci: "cli-account",
  gateway: "cli-commands",
  listen: "cli-listen",
  login: "cli-account",
  logout: "cli-account",
  project: "cli-account",
  whoami: "cli-account",
  "gateway attempt": "cli-flow",
  "gateway connection": "cli-connection",
  "gateway destination": "cli-destination",
  "gateway event": "cli-flow",
  "gateway issue": "cli-issue",
  "gateway mcp": "cli-mcp",
  "gateway metrics": "cli-metrics",
  "gateway request": "cli-flow",
  "gateway source": "cli-source",
  "gateway transformation": "cli-transformation",
};

const OUT_OF_SCOPE: Record<string, string> = {
  completion: "asks the server nothing",
  connection: "another name for gateway connection, as is tested below",
  help: "asks the server nothing",
  telemetry: "asks the server nothing",
  version: "asks the vendor which release is the newest",
};

let cli: HookdeckCli;
beforeAll(async () => {
  cli = await signedInCli(await givenProject());
});
afterAll(removeClis);

test("every command and every group is told somewhere", async () => {
  const names = await namesUnder(cli, []);
  const groups = await namesUnder(cli, ["gateway"]);

  expect([...names, ...groups.map((name) => `gateway ${name}`)].toSorted()).toEqual(
    [...Object.keys(TOLD_IN), ...Object.keys(OUT_OF_SCOPE)].toSorted(),
  );
  for (const file of Object.values(TOLD_IN))
    expect(existsSync(join(import.meta.dirname, `${file}.conformance.test.ts`)), file).toBe(true);
});

test("the commands of a project are told", async () => {
  expect(await commandsUnder(cli, ["project"])).toEqual(["list", "use"]);
});

test("the commands under connection are those under gateway connection", async () => {
  expect(await commandsUnder(cli, ["connection"])).toEqual(
    await commandsUnder(cli, ["gateway", "connection"]),
  );
});
