/** The notice of a newer release: asked of npm's registry once a day in the background, and only for people. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { eventually, startFarEnd } from "../../../server/src/testing/gateway.ts";
import { createPosthornCli } from "../testing/posthorn-cli.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

const NOTICE = "posthorn-cli 99.0.0 is there";

async function givenRegistry() {
  const registry = await startFarEnd((_, response) => {
    const latest = { name: "posthorn-cli", version: "99.0.0" };
    const versions = { "99.0.0": latest };
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ name: "posthorn-cli", "dist-tags": { latest: "99.0.0" }, versions }));
  });
  toClose.push(() => registry.close());
  const cli = await createPosthornCli({ url: "http://127.0.0.1:9" });
  toClose.push(() => cli.remove());
  const env = { NO_UPDATE_NOTIFIER: "", npm_config_registry: `${registry.url}/` };
  const inTerminal = async (more: Record<string, string> = {}) => {
    const running = cli.startInTerminal(["open", "--print"], { ...env, ...more });
    expect(await running.ended()).toBe(0);
    return running.output();
  };
  const stored = async () => {
    try {
      return JSON.parse(await readFile(join(dirname(cli.configFile), "newest-release.json"), "utf8"));
    } catch {
      return null; // nobody has asked
    }
  };
  return { registry, cli, env, inTerminal, stored };
}

test("a person at a terminal is told by the next command, and the registry is asked once", async () => {
  const { registry, cli, env, inTerminal, stored } = await givenRegistry();

  expect(await inTerminal()).not.toContain(NOTICE);
  await eventually(stored, (known) => known?.latest === "99.0.0");

  expect(await inTerminal()).toContain(NOTICE);
  expect(await inTerminal()).toContain("Update: npm install --global posthorn-cli");
  expect(registry.received.map(({ url }) => url)).toEqual(["/posthorn-cli"]);
  expect(await inTerminal({ NO_UPDATE_NOTIFIER: "1" })).not.toContain(NOTICE);
  expect(await inTerminal({ CI: "true" })).not.toContain(NOTICE);
  const piped = await cli.run(["open", "--print"], { env });
  expect(piped.stdout + piped.stderr).not.toContain(NOTICE);
});

test("nobody asks in CI, in a pipe, or if it is switched off", async () => {
  const { cli, env, inTerminal, stored } = await givenRegistry();

  await inTerminal({ CI: "true" });
  await inTerminal({ NO_UPDATE_NOTIFIER: "1" });
  await cli.run(["open", "--print"], { env });

  // Who asks writes it down first.
  expect(await stored()).toBeNull();
});
