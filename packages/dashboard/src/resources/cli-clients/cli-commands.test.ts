import { expect, test } from "vitest";
import { cliInstalls, cliListen, cliLogin } from "./cli-commands.ts";

const ADDRESS = "https://hooks.acme.dev/gateway";

test("it installs in five ways, each from this dashboard's address", () => {
  const installs = cliInstalls(ADDRESS);

  expect(installs.map(({ value }) => value)).toEqual(["npm", "yarn", "brew", "scoop", "docker"]);
  for (const { command } of installs) expect(command).toContain(`${ADDRESS}/posthorn-cli.tgz`);
});

test("it logs in at this dashboard's address, and listens with a port and the name of the source", () => {
  expect(cliLogin(ADDRESS)).toBe("posthorn login --url https://hooks.acme.dev/gateway");
  expect(cliListen("stripe")).toBe("posthorn listen 3000 stripe");
});
