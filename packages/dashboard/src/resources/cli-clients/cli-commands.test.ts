import { expect, test } from "vitest";
import { CLI_INSTALLS, cliConfiguration, cliListen } from "./cli-commands.ts";

test("the CLI dials this dashboard's address, with TLS if the dashboard has it", () => {
  expect(cliConfiguration("https://hooks.acme.dev/gateway").split("\n").slice(0, 2)).toEqual([
    'api_base = "https://hooks.acme.dev/gateway"',
    'ws_base = "wss://hooks.acme.dev/gateway"',
  ]);
  expect(cliConfiguration("http://localhost:4400")).toContain('ws_base = "ws://localhost:4400"');
});

test("it listens with a port and the name of the source, and installs in four ways", () => {
  expect(cliListen("stripe")).toBe("hookdeck listen 3000 stripe");
  expect(CLI_INSTALLS.map(({ value }) => value)).toEqual(["npm", "yarn", "brew", "scoop"]);
});
